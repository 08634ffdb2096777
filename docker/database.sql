-- For people and tools. Each service has a user of its own: service-users.sql.
GRANT ALL ON *.* TO 'storefront'@'%' WITH GRANT OPTION;
