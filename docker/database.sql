-- Each service makes its own database at its first connection.
GRANT ALL PRIVILEGES ON *.* TO 'storefront'@'%';
