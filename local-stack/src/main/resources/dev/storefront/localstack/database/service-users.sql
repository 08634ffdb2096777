-- One user for each service, who may do everything in the database of its own name and nothing elsewhere.
-- MariaDB runs this at each start and reads one statement a line; compose gives it to MySQL once, with a new volume.
CREATE USER IF NOT EXISTS 'fitment'@'%' IDENTIFIED BY 'storefront';
GRANT ALL ON `fitment`.* TO 'fitment'@'%';
CREATE USER IF NOT EXISTS 'browse_history'@'%' IDENTIFIED BY 'storefront';
GRANT ALL ON `browse\_history`.* TO 'browse_history'@'%';
CREATE USER IF NOT EXISTS 'flash_sale'@'%' IDENTIFIED BY 'storefront';
GRANT ALL ON `flash\_sale`.* TO 'flash_sale'@'%';
CREATE USER IF NOT EXISTS 'shortlink'@'%' IDENTIFIED BY 'storefront';
GRANT ALL ON `shortlink`.* TO 'shortlink'@'%';
CREATE USER IF NOT EXISTS 'user_tag'@'%' IDENTIFIED BY 'storefront';
GRANT ALL ON `user\_tag`.* TO 'user_tag'@'%';
