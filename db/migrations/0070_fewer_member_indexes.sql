-- Up Migration
-- Imports write members by the ten thousand, and each index costs as much as the row itself. Orders stay as fast as they
-- were (docs/adr/0024-import-speed.md), by fewer and smaller indexes.

-- The number is unique: its constraint is its order.
DROP INDEX member_by_number;

-- One index for whoever looks an address up and for the list sorted by it.
DROP INDEX member_contact_address;
DROP INDEX member_by_email_in_order;
DROP INDEX member_by_email;
CREATE INDEX member_by_email ON member (tenant_id, lower(email), id) WHERE email IS NOT NULL;

-- Whoever has no value stands behind all others and is found by the primary key: most members have not left, and few
-- lists know every column.
DROP INDEX member_by_city;
DROP INDEX member_by_postal_code;
DROP INDEX member_by_street;
DROP INDEX member_by_phone;
DROP INDEX member_by_mobile;
DROP INDEX member_by_birthday;
DROP INDEX member_by_joined;
DROP INDEX member_by_terminated;
DROP INDEX member_by_left;
DROP INDEX member_by_deceased;
CREATE INDEX member_by_city ON member (tenant_id, city, id) WHERE deleted_at IS NULL AND city IS NOT NULL;
CREATE INDEX member_by_postal_code ON member (tenant_id, postal_code, id) WHERE deleted_at IS NULL AND postal_code IS NOT NULL;
CREATE INDEX member_by_street ON member (tenant_id, street, id) WHERE deleted_at IS NULL AND street IS NOT NULL;
CREATE INDEX member_by_phone ON member (tenant_id, phone, id) WHERE deleted_at IS NULL AND phone IS NOT NULL;
CREATE INDEX member_by_mobile ON member (tenant_id, mobile, id) WHERE deleted_at IS NULL AND mobile IS NOT NULL;
CREATE INDEX member_by_birthday ON member (tenant_id, birthday, id) WHERE deleted_at IS NULL AND birthday IS NOT NULL;
CREATE INDEX member_by_joined ON member (tenant_id, joined_on, id) WHERE deleted_at IS NULL AND joined_on IS NOT NULL;
CREATE INDEX member_by_terminated ON member (tenant_id, terminated_on, id) WHERE deleted_at IS NULL AND terminated_on IS NOT NULL;
CREATE INDEX member_by_left ON member (tenant_id, left_on, id) WHERE deleted_at IS NULL AND left_on IS NOT NULL;
CREATE INDEX member_by_deceased ON member (tenant_id, deceased_on, id) WHERE deleted_at IS NULL AND deceased_on IS NOT NULL;
