-- Up Migration

-- New members join these groups when they are created or imported. No group of a club that is there
-- already becomes one by itself: that would give rights silently.
ALTER TABLE club_group ADD COLUMN for_new_members boolean NOT NULL DEFAULT false;
