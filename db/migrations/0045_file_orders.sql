-- Up Migration
-- A page of a large folder in the order people see first, and a whole share folder by folder, without sorting.
CREATE INDEX file_entry_order ON file_entry (tenant_id, share_id, parent_id, is_folder DESC, name, id) WHERE deleted_at IS NULL;
DROP INDEX file_entry_by_share;
