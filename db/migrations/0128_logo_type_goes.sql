-- Nothing writes or reads it: logos are WebP, whatever was uploaded.
ALTER TABLE tenant DROP COLUMN logo_content_type;
