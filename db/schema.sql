-- Made from the migrations by `npm run db:generate`; not to be run.

TABLE operations.job_worker
  id text NOT NULL
  seen_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT job_worker_pkey PRIMARY KEY (id)

TABLE operations.rate_limit
  key character varying(255) NOT NULL
  points integer NOT NULL DEFAULT 0
  expire bigint
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)

TABLE public.blob (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  key text NOT NULL
  size bigint NOT NULL
  sha256 text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  derived boolean NOT NULL DEFAULT false
  CONSTRAINT blob_pkey PRIMARY KEY (tenant_id, key)
  CONSTRAINT blob_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT keep_quota TRIGGER DEFERRABLE INITIALLY DEFERRED
  CREATE INDEX blob_kept ON public.blob USING btree (tenant_id) INCLUDE (size) WHERE (NOT derived)
  CREATE INDEX blob_key ON public.blob USING btree (key)
  POLICY lookup TO vereinsheim_lookup USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE CONSTRAINT TRIGGER keep_quota AFTER INSERT ON public.blob DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_blob_quota()

TABLE public.blob_quota (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  bytes bigint NOT NULL
  CONSTRAINT blob_quota_bytes_check CHECK ((bytes >= 0))
  CONSTRAINT blob_quota_pkey PRIMARY KEY (tenant_id)
  CONSTRAINT blob_quota_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.blob_quota REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.blob_quota REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.blob_quota REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')

TABLE public.calendar (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  name text NOT NULL
  color text NOT NULL
  ics_id text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  CONSTRAINT calendar_name UNIQUE (tenant_id, name)
  CONSTRAINT calendar_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT calendar_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT calendar_tenant_id_ics_id_key UNIQUE (tenant_id, ics_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.calendar REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar', 'id')
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('folded_text(name)', 'text')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('folded_text(name)', 'text')

TABLE public.calendar_feed (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  user_id uuid NOT NULL
  ics_id text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT calendar_feed_ics_id UNIQUE (tenant_id, ics_id)
  CONSTRAINT calendar_feed_pkey PRIMARY KEY (tenant_id, user_id)
  CONSTRAINT calendar_feed_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.calendar_feed REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar_feed', 'user_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.calendar_feed REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar_feed', 'user_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.calendar_feed REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar_feed', 'user_id')

TABLE public.calendar_grant (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  calendar_id uuid NOT NULL
  subject text NOT NULL
  group_id uuid
  user_id uuid
  access text NOT NULL
  CONSTRAINT calendar_grant_access_check CHECK ((access = ANY (ARRAY['READ'::text, 'WRITE'::text])))
  CONSTRAINT calendar_grant_check CHECK ((((subject = 'GROUP'::text) = (group_id IS NOT NULL)) AND ((subject = 'USER'::text) = (user_id IS NOT NULL))))
  CONSTRAINT calendar_grant_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT calendar_grant_subject UNIQUE NULLS NOT DISTINCT (tenant_id, calendar_id, group_id, user_id)
  CONSTRAINT calendar_grant_subject_check CHECK ((subject = ANY (ARRAY['ALL'::text, 'GROUP'::text, 'USER'::text])))
  CONSTRAINT calendar_grant_tenant_id_calendar_id_fkey FOREIGN KEY (tenant_id, calendar_id) REFERENCES calendar(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT calendar_grant_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES club_group(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT calendar_grant_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX calendar_grant_by_group ON public.calendar_grant USING btree (tenant_id, group_id) WHERE (group_id IS NOT NULL)
  CREATE INDEX calendar_grant_by_user ON public.calendar_grant USING btree (tenant_id, user_id) WHERE (user_id IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.calendar_grant REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar', 'calendar_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.calendar_grant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar', 'calendar_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.calendar_grant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('calendar', 'calendar_id')

TABLE public.change (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  at timestamp with time zone NOT NULL DEFAULT now()
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id()
  actor_id uuid
  actor_name text NOT NULL
  actor_kind text NOT NULL
  way text NOT NULL
  import_run_id uuid
  record_type text NOT NULL
  record_id uuid NOT NULL
  record_name text NOT NULL
  operation text NOT NULL
  member_id uuid
  group_id uuid
  fields jsonb NOT NULL
  CONSTRAINT change_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['USER'::text, 'IMPORT'::text, 'SYSTEM'::text])))
  CONSTRAINT change_one_per_save UNIQUE (tenant_id, record_id, at, transaction_id)
  CONSTRAINT change_operation_check CHECK ((operation = ANY (ARRAY['CREATE'::text, 'UPDATE'::text, 'DELETE'::text])))
  CONSTRAINT change_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT change_record_type_check CHECK ((record_type = ANY (ARRAY['USER'::text, 'MEMBERSHIP'::text, 'GROUP'::text, 'LOGIN'::text])))
  CONSTRAINT change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT change_way_check CHECK ((way = ANY (ARRAY['UI'::text, 'PROFILE'::text, 'IMPORT'::text, 'REVERT'::text, 'SYSTEM'::text])))
  CREATE INDEX change_by_actor ON public.change USING btree (tenant_id, actor_id, at, id)
  CREATE INDEX change_by_import ON public.change USING btree (tenant_id, import_run_id) WHERE (import_run_id IS NOT NULL)
  CREATE INDEX change_by_member ON public.change USING btree (tenant_id, member_id, at, id)
  CREATE INDEX change_by_time ON public.change USING btree (tenant_id, at, id)
  CREATE INDEX change_by_type ON public.change USING btree (tenant_id, record_type, at, id)
  CREATE INDEX change_by_way ON public.change USING btree (tenant_id, way, at, id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.change REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('change', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('change', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('change', 'id')

TABLE public.club_group (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  name text NOT NULL
  parent_id uuid
  description text
  color text
  permissions text[] NOT NULL DEFAULT '{}'::text[]
  created_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  for_new_members boolean NOT NULL DEFAULT false
  CONSTRAINT club_group_check CHECK ((parent_id <> id))
  CONSTRAINT club_group_name UNIQUE NULLS NOT DISTINCT (tenant_id, parent_id, name)
  CONSTRAINT club_group_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT club_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT club_group_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES club_group(tenant_id, id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.club_group REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('group', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.club_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('group', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.club_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('group', 'id')
  CREATE TRIGGER record_delete AFTER DELETE ON public.club_group FOR EACH ROW EXECUTE FUNCTION record_group_change()
  CREATE TRIGGER record_insert AFTER INSERT ON public.club_group FOR EACH ROW EXECUTE FUNCTION record_group_change()
  CREATE TRIGGER record_update AFTER UPDATE ON public.club_group FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION record_group_change()
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.club_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('folded_text(name)', 'text')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.club_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('folded_text(name)', 'text')

TABLE public.custom_field (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  key text NOT NULL
  label text NOT NULL
  kind text NOT NULL
  options text[] NOT NULL DEFAULT '{}'::text[]
  required boolean NOT NULL DEFAULT false
  self_service boolean NOT NULL DEFAULT false
  position integer NOT NULL DEFAULT 0
  version integer NOT NULL DEFAULT 1
  CONSTRAINT custom_field_kind_check CHECK ((kind = ANY (ARRAY['TEXT'::text, 'NUMBER'::text, 'DATE'::text, 'BOOLEAN'::text, 'CHOICE'::text, 'MULTI_CHOICE'::text])))
  CONSTRAINT custom_field_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT custom_field_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT custom_field_tenant_id_key_key UNIQUE (tenant_id, key)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.custom_field REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('custom-field', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.custom_field REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('custom-field', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.custom_field REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('custom-field', 'id')
  CREATE TRIGGER forget_values AFTER DELETE ON public.custom_field FOR EACH ROW EXECUTE FUNCTION forget_custom_field_values()

TABLE public.event (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  calendar_id uuid NOT NULL
  uid text NOT NULL
  sequence integer NOT NULL DEFAULT 0
  title text NOT NULL
  description text
  location text
  meet_at timestamp with time zone
  starts_at timestamp with time zone NOT NULL
  ends_at timestamp with time zone NOT NULL
  all_day boolean NOT NULL DEFAULT false
  status text NOT NULL DEFAULT 'CONFIRMED'::text
  recurrence text
  series_key text
  series_ends_at timestamp with time zone
  exdates timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[]
  series_id uuid
  recurrence_start timestamp with time zone
  answer_deadline timestamp with time zone
  answer_maximum integer
  allow_comment boolean
  allow_companions boolean
  waiting_list boolean
  is_long boolean NOT NULL DEFAULT ((ends_at - starts_at) > '8 days'::interval)
  created_at timestamp with time zone NOT NULL DEFAULT now()
  created_by uuid
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  updated_by uuid
  version integer NOT NULL DEFAULT 1
  search_text text
  leaves_out_holidays boolean NOT NULL DEFAULT false
  holiday_exdates timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[]
  cancel_reason text
  CONSTRAINT event_answer_maximum_check CHECK ((answer_maximum > 0))
  CONSTRAINT event_check CHECK ((ends_at >= starts_at))
  CONSTRAINT event_check1 CHECK (((recurrence IS NULL) = (series_key IS NULL)))
  CONSTRAINT event_check2 CHECK (((series_id IS NULL) = (recurrence_start IS NULL)))
  CONSTRAINT event_check3 CHECK (((series_id IS NULL) OR (recurrence IS NULL)))
  CONSTRAINT event_occurrence UNIQUE (tenant_id, series_id, recurrence_start)
  CONSTRAINT event_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT event_series_key UNIQUE (tenant_id, series_key)
  CONSTRAINT event_status_check CHECK ((status = ANY (ARRAY['CONFIRMED'::text, 'CANCELLED'::text])))
  CONSTRAINT event_tenant_id_calendar_id_fkey FOREIGN KEY (tenant_id, calendar_id) REFERENCES calendar(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT event_tenant_id_created_by_fkey FOREIGN KEY (tenant_id, created_by) REFERENCES member(tenant_id, id) ON DELETE SET NULL (created_by)
  CONSTRAINT event_tenant_id_series_id_fkey FOREIGN KEY (tenant_id, series_id) REFERENCES event(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT event_tenant_id_updated_by_fkey FOREIGN KEY (tenant_id, updated_by) REFERENCES member(tenant_id, id) ON DELETE SET NULL (updated_by)
  CONSTRAINT event_uid UNIQUE NULLS NOT DISTINCT (tenant_id, calendar_id, uid, recurrence_start)
  CREATE INDEX event_by_start ON public.event USING btree (tenant_id, calendar_id, starts_at) WHERE ((recurrence IS NULL) AND (NOT is_long))
  CREATE INDEX event_created_by ON public.event USING btree (tenant_id, created_by) WHERE (created_by IS NOT NULL)
  CREATE INDEX event_long ON public.event USING btree (tenant_id, calendar_id, ends_at) WHERE ((recurrence IS NULL) AND is_long)
  CREATE INDEX event_search ON public.event USING gin (tenant_id, search_text gin_trgm_ops)
  CREATE INDEX event_series ON public.event USING btree (tenant_id, calendar_id, starts_at) WHERE (recurrence IS NOT NULL)
  CREATE INDEX event_updated_by ON public.event USING btree (tenant_id, updated_by) WHERE (updated_by IS NOT NULL)
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('event', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('event', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('event', 'id')
  CREATE TRIGGER fold_event BEFORE INSERT OR UPDATE OF title, location ON public.event FOR EACH ROW EXECUTE FUNCTION fold_event()
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('search_text', 'text')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('search_text', 'text')

TABLE public.export_row (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  run_id uuid NOT NULL
  member_id uuid NOT NULL
  checksum text NOT NULL
  CONSTRAINT export_row_pkey PRIMARY KEY (tenant_id, run_id, member_id)
  CONSTRAINT export_row_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT export_row_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES export_run(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX export_row_member ON public.export_row USING btree (tenant_id, member_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.export_run (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  target_id uuid
  target_name text NOT NULL
  format text NOT NULL
  state text NOT NULL DEFAULT 'QUEUED'::text
  done integer NOT NULL DEFAULT 0
  total integer NOT NULL DEFAULT 0
  count integer NOT NULL DEFAULT 0
  new_count integer
  changed_count integer
  gone_count integer
  as_of date
  started_at timestamp with time zone NOT NULL DEFAULT now()
  finished_at timestamp with time zone
  actor_id uuid
  actor_name text NOT NULL
  scheduled boolean NOT NULL
  error text
  warnings text[] NOT NULL DEFAULT '{}'::text[]
  file_name text
  size bigint
  sha256 text
  blob_key text
  keep_until date
  delivered_to text
  protected_fields boolean NOT NULL DEFAULT false
  member_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  CONSTRAINT export_run_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT export_run_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text])))
  CONSTRAINT export_run_tenant_id_actor_id_fkey FOREIGN KEY (tenant_id, actor_id) REFERENCES member(tenant_id, id) ON DELETE SET NULL (actor_id)
  CONSTRAINT export_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT export_run_tenant_id_target_id_fkey FOREIGN KEY (tenant_id, target_id) REFERENCES export_target(tenant_id, id) ON DELETE SET NULL (target_id)
  CREATE INDEX export_run_actor ON public.export_run USING btree (tenant_id, actor_id)
  CREATE INDEX export_run_kept ON public.export_run USING btree (tenant_id, keep_until) WHERE (blob_key IS NOT NULL)
  CREATE INDEX export_run_latest ON public.export_run USING btree (tenant_id, started_at DESC)
  CREATE INDEX export_run_of_target ON public.export_run USING btree (tenant_id, target_id, started_at DESC)
  CREATE UNIQUE INDEX export_run_open ON public.export_run USING btree (tenant_id, target_id) WHERE (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]))
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.export_run REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('export-run', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.export_run REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('export-run', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.export_run REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('export-run', 'id')

TABLE public.export_target (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  name text NOT NULL
  format text NOT NULL
  options jsonb NOT NULL
  mapping_config_id integer
  filter jsonb NOT NULL
  view_id uuid
  sort text NOT NULL
  dir text NOT NULL
  as_of date
  file_name text NOT NULL
  destination jsonb NOT NULL
  secret text
  schedule text
  next_run_at timestamp with time zone
  only_changes boolean NOT NULL
  baseline_run_id uuid
  keep_days integer NOT NULL
  owner_id uuid
  owner_name text NOT NULL
  allows_protected boolean NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  CONSTRAINT export_target_check CHECK (((schedule IS NULL) = (next_run_at IS NULL)))
  CONSTRAINT export_target_dir_check CHECK ((dir = ANY (ARRAY['ASC'::text, 'DESC'::text])))
  CONSTRAINT export_target_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'XLSX'::text, 'JSON'::text, 'VCARD'::text, 'PDF'::text])))
  CONSTRAINT export_target_keep_days_check CHECK ((keep_days > 0))
  CONSTRAINT export_target_mapping FOREIGN KEY (tenant_id, mapping_config_id) REFERENCES mapping_config(tenant_id, id)
  CONSTRAINT export_target_name UNIQUE (tenant_id, name)
  CONSTRAINT export_target_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT export_target_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT export_target_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES member(tenant_id, id) ON DELETE SET NULL (owner_id)
  CREATE INDEX export_target_by_mapping ON public.export_target USING btree (tenant_id, mapping_config_id)
  CREATE INDEX export_target_owner ON public.export_target USING btree (tenant_id, owner_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.export_target REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('export-target', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.export_target REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('export-target', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.export_target REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('export-target', 'id')

TABLE public.file_entry (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  share_id uuid NOT NULL
  parent_id uuid
  name text NOT NULL
  is_folder boolean NOT NULL
  extension text NOT NULL DEFAULT ''::text
  version integer
  content_type text
  subtype text
  size bigint
  sha256 text
  taken_at timestamp with time zone
  has_thumbnail boolean NOT NULL DEFAULT false
  modified_at timestamp with time zone NOT NULL DEFAULT now()
  modified_by uuid
  modified_by_name text
  added_at timestamp with time zone NOT NULL DEFAULT now()
  deleted_at timestamp with time zone
  deleted_by uuid
  deleted_by_name text
  deleted_path text
  search_name text DEFAULT folded_name(name)
  CONSTRAINT file_entry_check CHECK ((is_folder = (version IS NULL)))
  CONSTRAINT file_entry_check1 CHECK (((parent_id IS NULL) = (id = share_id)))
  CONSTRAINT file_entry_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT file_entry_tenant_id_deleted_by_fkey FOREIGN KEY (tenant_id, deleted_by) REFERENCES member(tenant_id, id) ON DELETE SET NULL (deleted_by)
  CONSTRAINT file_entry_tenant_id_modified_by_fkey FOREIGN KEY (tenant_id, modified_by) REFERENCES member(tenant_id, id) ON DELETE SET NULL (modified_by)
  CONSTRAINT file_entry_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES file_entry(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_entry_tenant_id_share_id_fkey FOREIGN KEY (tenant_id, share_id) REFERENCES file_share(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX file_entry_by_deleter ON public.file_entry USING btree (tenant_id, deleted_by) WHERE (deleted_by IS NOT NULL)
  CREATE INDEX file_entry_by_modifier ON public.file_entry USING btree (tenant_id, modified_by) WHERE (modified_by IS NOT NULL)
  CREATE INDEX file_entry_children ON public.file_entry USING btree (tenant_id, parent_id)
  CREATE UNIQUE INDEX file_entry_name ON public.file_entry USING btree (tenant_id, parent_id, name) WHERE (deleted_at IS NULL)
  CREATE INDEX file_entry_newest ON public.file_entry USING btree (tenant_id, share_id, added_at DESC) WHERE ((deleted_at IS NULL) AND (NOT is_folder))
  CREATE INDEX file_entry_order ON public.file_entry USING btree (tenant_id, share_id, parent_id, is_folder DESC, name, id) WHERE (deleted_at IS NULL)
  CREATE INDEX file_entry_search ON public.file_entry USING gin (tenant_id, share_id, search_name gin_trgm_ops) WHERE (deleted_at IS NULL)
  CREATE INDEX file_entry_trash ON public.file_entry USING btree (tenant_id, share_id, deleted_at DESC) WHERE (deleted_at IS NOT NULL)
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.file_entry REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-entry', 'share_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.file_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-entry', 'share_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.file_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-entry', 'share_id')
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.file_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('search_name', 'text')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.file_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('search_name', 'text')

TABLE public.file_selection (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  share_id uuid NOT NULL
  entry_ids uuid[] NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT file_selection_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT file_selection_tenant_id_share_id_fkey FOREIGN KEY (tenant_id, share_id) REFERENCES file_share(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX file_selection_by_share ON public.file_selection USING btree (tenant_id, share_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.file_share (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  name text NOT NULL
  kind text NOT NULL
  allowed_types text[]
  quota bigint
  used_bytes bigint NOT NULL DEFAULT 0
  created_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  CONSTRAINT file_share_kind_check CHECK ((kind = ANY (ARRAY['DOCUMENTS'::text, 'IMAGES'::text])))
  CONSTRAINT file_share_name UNIQUE (tenant_id, kind, name)
  CONSTRAINT file_share_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT file_share_quota_check CHECK ((quota >= 0))
  CONSTRAINT file_share_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT file_share_used_bytes_check CHECK ((used_bytes >= 0))
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.file_share REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-share', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.file_share REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-share', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.file_share REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-share', 'id')
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.file_share REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('folded_text(name)', 'text')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.file_share REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('folded_text(name)', 'text')

TABLE public.file_share_grant (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  share_id uuid NOT NULL
  subject text NOT NULL
  group_id uuid
  user_id uuid
  access text NOT NULL
  CONSTRAINT file_share_grant_access_check CHECK ((access = ANY (ARRAY['READ'::text, 'WRITE'::text])))
  CONSTRAINT file_share_grant_check CHECK ((((subject = 'GROUP'::text) = (group_id IS NOT NULL)) AND ((subject = 'USER'::text) = (user_id IS NOT NULL))))
  CONSTRAINT file_share_grant_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT file_share_grant_subject UNIQUE NULLS NOT DISTINCT (tenant_id, share_id, group_id, user_id)
  CONSTRAINT file_share_grant_subject_check CHECK ((subject = ANY (ARRAY['ALL'::text, 'GROUP'::text, 'USER'::text])))
  CONSTRAINT file_share_grant_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES club_group(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_share_grant_tenant_id_share_id_fkey FOREIGN KEY (tenant_id, share_id) REFERENCES file_share(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_share_grant_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX file_share_grant_by_group ON public.file_share_grant USING btree (tenant_id, group_id) WHERE (group_id IS NOT NULL)
  CREATE INDEX file_share_grant_by_user ON public.file_share_grant USING btree (tenant_id, user_id) WHERE (user_id IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.file_share_grant REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-share', 'share_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.file_share_grant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-share', 'share_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.file_share_grant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('file-share', 'share_id')

TABLE public.file_text (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  entry_id uuid NOT NULL
  share_id uuid NOT NULL
  version integer NOT NULL
  content text NOT NULL
  words tsvector NOT NULL
  CONSTRAINT file_text_pkey PRIMARY KEY (tenant_id, entry_id)
  CONSTRAINT file_text_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_text_tenant_id_share_id_fkey FOREIGN KEY (tenant_id, share_id) REFERENCES file_share(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX file_text_by_share ON public.file_text USING btree (tenant_id, share_id)
  CREATE INDEX file_text_search ON public.file_text USING gin (tenant_id, share_id, words)
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.file_text REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('words', 'lexemes')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.file_text REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('words', 'lexemes')

TABLE public.file_upload (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  share_id uuid NOT NULL
  user_id uuid NOT NULL
  path text NOT NULL
  on_conflict text NOT NULL
  create_folders boolean NOT NULL
  size bigint NOT NULL
  chunk_size bigint NOT NULL
  modified_at timestamp with time zone NOT NULL
  blob_key text NOT NULL
  store_state text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  entry_id uuid
  CONSTRAINT file_upload_chunk_size_check CHECK ((chunk_size > 0))
  CONSTRAINT file_upload_on_conflict_check CHECK ((on_conflict = ANY (ARRAY['FAIL'::text, 'REPLACE'::text, 'RENAME'::text])))
  CONSTRAINT file_upload_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT file_upload_size_check CHECK ((size >= 0))
  CONSTRAINT file_upload_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_upload_tenant_id_share_id_fkey FOREIGN KEY (tenant_id, share_id) REFERENCES file_share(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_upload_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX file_upload_age ON public.file_upload USING btree (tenant_id, created_at)
  CREATE INDEX file_upload_by_entry ON public.file_upload USING btree (tenant_id, entry_id) WHERE (entry_id IS NOT NULL)
  CREATE INDEX file_upload_by_share ON public.file_upload USING btree (tenant_id, share_id)
  CREATE INDEX file_upload_by_user ON public.file_upload USING btree (tenant_id, user_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.file_upload_chunk (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  upload_id uuid NOT NULL
  chunk integer NOT NULL
  receipt text NOT NULL
  CONSTRAINT file_upload_chunk_chunk_check CHECK ((chunk >= 0))
  CONSTRAINT file_upload_chunk_pkey PRIMARY KEY (tenant_id, upload_id, chunk)
  CONSTRAINT file_upload_chunk_tenant_id_upload_id_fkey FOREIGN KEY (tenant_id, upload_id) REFERENCES file_upload(tenant_id, id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.file_version (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  entry_id uuid NOT NULL
  version integer NOT NULL
  blob_key text NOT NULL
  size bigint NOT NULL
  sha256 text NOT NULL
  content_type text NOT NULL
  subtype text NOT NULL
  taken_at timestamp with time zone
  thumbnail_256 text
  thumbnail_1024 text
  thumbnail_2048 text
  modified_at timestamp with time zone NOT NULL
  modified_by uuid
  modified_by_name text
  added_at timestamp with time zone NOT NULL DEFAULT now()
  position_spans jsonb
  CONSTRAINT file_version_pkey PRIMARY KEY (tenant_id, entry_id, version)
  CONSTRAINT file_version_tenant_id_blob_key_fkey FOREIGN KEY (tenant_id, blob_key) REFERENCES blob(tenant_id, key)
  CONSTRAINT file_version_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT file_version_tenant_id_modified_by_fkey FOREIGN KEY (tenant_id, modified_by) REFERENCES member(tenant_id, id) ON DELETE SET NULL (modified_by)
  CONSTRAINT file_version_version_check CHECK ((version > 0))
  CREATE INDEX file_version_by_blob ON public.file_version USING btree (tenant_id, blob_key)
  CREATE INDEX file_version_by_modifier ON public.file_version USING btree (tenant_id, modified_by) WHERE (modified_by IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.guest_invitation_count (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  member_id uuid NOT NULL
  day date NOT NULL
  count integer NOT NULL
  CONSTRAINT guest_invitation_count_pkey PRIMARY KEY (tenant_id, member_id, day)
  CONSTRAINT guest_invitation_count_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.holiday (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  name text NOT NULL
  from_on date NOT NULL
  to_on date NOT NULL
  CONSTRAINT holiday_check CHECK ((to_on >= from_on))
  CONSTRAINT holiday_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT holiday_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES holiday_feed(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.holiday_feed (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  url text NOT NULL
  fetched_at timestamp with time zone
  problem text
  CONSTRAINT holiday_feed_pkey PRIMARY KEY (tenant_id)
  CONSTRAINT holiday_feed_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.holiday_feed REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.holiday_feed REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.holiday_feed REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')

TABLE public.idempotent_answer (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  caller text NOT NULL
  key text NOT NULL
  fingerprint text NOT NULL
  status integer NOT NULL
  location text
  body jsonb
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT idempotent_answer_pkey PRIMARY KEY (tenant_id, caller, key)
  CONSTRAINT idempotent_answer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CREATE INDEX idempotent_answer_age ON public.idempotent_answer USING btree (tenant_id, created_at)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.import_row (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  run_id uuid NOT NULL
  number integer NOT NULL
  line integer
  name text NOT NULL
  given jsonb
  group_names text[] NOT NULL DEFAULT '{}'::text[]
  read_problems jsonb NOT NULL DEFAULT '[]'::jsonb
  kind text
  member_id uuid
  member_version integer
  changes jsonb
  join_groups jsonb NOT NULL DEFAULT '[]'::jsonb
  problems jsonb NOT NULL DEFAULT '[]'::jsonb
  hints jsonb NOT NULL DEFAULT '[]'::jsonb
  candidates jsonb NOT NULL DEFAULT '[]'::jsonb
  decision text
  decided_member uuid
  read_hints jsonb NOT NULL DEFAULT '[]'::jsonb
  undecided boolean NOT NULL DEFAULT false
  CONSTRAINT import_row_decision_check CHECK ((decision = ANY (ARRAY['MEMBER'::text, 'NEW'::text, 'SKIP'::text])))
  CONSTRAINT import_row_kind_check CHECK ((kind = ANY (ARRAY['NEW'::text, 'CHANGED'::text, 'SAME'::text, 'AMBIGUOUS'::text, 'FAULTY'::text, 'MISSING'::text])))
  CONSTRAINT import_row_pkey PRIMARY KEY (tenant_id, run_id, number)
  CONSTRAINT import_row_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES import_run(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX import_row_by_member ON public.import_row USING btree (tenant_id, member_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.import_run (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  source_id uuid
  source_name text NOT NULL
  state text NOT NULL
  stage text
  progress_done integer NOT NULL DEFAULT 0
  progress_total integer NOT NULL DEFAULT 0
  reading integer NOT NULL DEFAULT 1
  rules jsonb NOT NULL
  mapping_config_id integer
  own_entries jsonb
  entries jsonb
  columns jsonb
  detected jsonb
  new_count integer NOT NULL DEFAULT 0
  changed_count integer NOT NULL DEFAULT 0
  same_count integer NOT NULL DEFAULT 0
  ambiguous_count integer NOT NULL DEFAULT 0
  faulty_count integer NOT NULL DEFAULT 0
  missing_count integer NOT NULL DEFAULT 0
  hint_count integer NOT NULL DEFAULT 0
  compared_at timestamp with time zone
  compared_snapshot pg_snapshot
  scheduled boolean NOT NULL DEFAULT false
  actor_id uuid
  actor_name text NOT NULL
  started_at timestamp with time zone NOT NULL DEFAULT now()
  finished_at timestamp with time zone
  applied_at timestamp with time zone
  applied_by uuid
  applied_by_name text
  applied jsonb
  reverted_at timestamp with time zone
  reverted jsonb
  error text
  file_name text
  file_size bigint
  blob_key text
  open_changed_count integer NOT NULL DEFAULT 0
  open_same_count integer NOT NULL DEFAULT 0
  undecided_count integer NOT NULL DEFAULT 0
  CONSTRAINT import_run_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT import_run_stage_check CHECK ((stage = ANY (ARRAY['FETCHING'::text, 'READING'::text, 'COMPARING'::text, 'WRITING'::text, 'REVERTING'::text])))
  CONSTRAINT import_run_state_check CHECK ((state = ANY (ARRAY['PARSING'::text, 'PREVIEW'::text, 'APPLYING'::text, 'APPLIED'::text, 'FAILED'::text, 'REVERTED'::text])))
  CONSTRAINT import_run_tenant_id_blob_key_fkey FOREIGN KEY (tenant_id, blob_key) REFERENCES blob(tenant_id, key)
  CONSTRAINT import_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT import_run_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES import_source(tenant_id, id) ON DELETE SET NULL (source_id)
  CREATE INDEX import_run_by_blob ON public.import_run USING btree (tenant_id, blob_key)
  CREATE INDEX import_run_by_source ON public.import_run USING btree (tenant_id, source_id, started_at)
  CREATE INDEX import_run_by_time ON public.import_run USING btree (tenant_id, started_at, id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.import_run REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('import-run', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.import_run REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('import-run', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.import_run REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('import-run', 'id')

TABLE public.import_source (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  name text NOT NULL
  kind text NOT NULL
  url text
  headers text
  header_names text[] NOT NULL DEFAULT '{}'::text[]
  allow_http boolean NOT NULL DEFAULT false
  schedule text
  next_run_at timestamp with time zone
  apply_automatically boolean NOT NULL DEFAULT false
  rules jsonb NOT NULL
  mapping_config_id integer
  quick boolean NOT NULL DEFAULT false
  responsible_id uuid
  created_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  CONSTRAINT import_source_check CHECK (((kind = 'FILE'::text) OR (url IS NOT NULL)))
  CONSTRAINT import_source_kind_check CHECK ((kind = ANY (ARRAY['FILE'::text, 'URL'::text])))
  CONSTRAINT import_source_name UNIQUE (tenant_id, name)
  CONSTRAINT import_source_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT import_source_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT import_source_tenant_id_mapping_config_id_fkey FOREIGN KEY (tenant_id, mapping_config_id) REFERENCES mapping_config(tenant_id, id)
  CONSTRAINT import_source_tenant_id_responsible_id_fkey FOREIGN KEY (tenant_id, responsible_id) REFERENCES member(tenant_id, id) ON DELETE SET NULL (responsible_id)
  CREATE UNIQUE INDEX import_source_quick ON public.import_source USING btree (tenant_id) WHERE quick
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.import_source REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('import-source', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.import_source REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('import-source', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.import_source REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('import-source', 'id')

TABLE public.import_source_member (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  source_id uuid NOT NULL
  member_id uuid NOT NULL
  run_id uuid NOT NULL
  CONSTRAINT import_source_member_pkey PRIMARY KEY (tenant_id, source_id, member_id)
  CONSTRAINT import_source_member_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT import_source_member_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES import_source(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX import_source_member_by_member ON public.import_source_member USING btree (tenant_id, member_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.invitation (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  event_id uuid NOT NULL
  user_id uuid
  guest_name text
  guest_email text
  public_id text NOT NULL
  state text NOT NULL DEFAULT 'OPEN'::text
  waiting_number integer
  comment text
  companions integer NOT NULL DEFAULT 0
  invited_at timestamp with time zone NOT NULL DEFAULT now()
  reminded_at timestamp with time zone
  answered_at timestamp with time zone
  answered_by uuid
  notified_state jsonb NOT NULL
  CONSTRAINT invitation_check CHECK (((user_id IS NULL) <> (guest_name IS NULL)))
  CONSTRAINT invitation_check1 CHECK (((guest_email IS NULL) OR (user_id IS NULL)))
  CONSTRAINT invitation_check2 CHECK (((state = 'WAITING'::text) = (waiting_number IS NOT NULL)))
  CONSTRAINT invitation_companions_check CHECK (((companions >= 0) AND (companions <= 50)))
  CONSTRAINT invitation_of_member UNIQUE (tenant_id, event_id, user_id)
  CONSTRAINT invitation_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT invitation_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'WAITING'::text])))
  CONSTRAINT invitation_tenant_id_answered_by_fkey FOREIGN KEY (tenant_id, answered_by) REFERENCES member(tenant_id, id) ON DELETE SET NULL (answered_by)
  CONSTRAINT invitation_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES event(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT invitation_tenant_id_public_id_key UNIQUE (tenant_id, public_id)
  CONSTRAINT invitation_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX invitation_by_answerer ON public.invitation USING btree (tenant_id, answered_by) WHERE (answered_by IS NOT NULL)
  CREATE INDEX invitation_by_user ON public.invitation USING btree (tenant_id, user_id, event_id) WHERE (user_id IS NOT NULL)
  CREATE UNIQUE INDEX invitation_of_guest ON public.invitation USING btree (tenant_id, event_id, lower(guest_email)) WHERE (guest_email IS NOT NULL)
  CREATE INDEX invitation_of_guests ON public.invitation USING btree (tenant_id, event_id) WHERE (guest_email IS NOT NULL)
  CREATE INDEX invitation_waiting ON public.invitation USING btree (tenant_id, event_id, waiting_number) WHERE (state = 'WAITING'::text)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.invitation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('invitation', 'user_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.invitation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('invitation', 'user_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.invitation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('invitation', 'user_id')

TABLE public.keycloak_ended_session (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  session_id text NOT NULL
  ended_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT keycloak_ended_session_pkey PRIMARY KEY (tenant_id, session_id)
  CONSTRAINT keycloak_ended_session_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.keycloak_ended_session REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('keycloak-user', 'session_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.keycloak_ended_session REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('keycloak-user', 'session_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.keycloak_ended_session REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('keycloak-user', 'session_id')

TABLE public.keycloak_user (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  login_id uuid NOT NULL
  member_id uuid NOT NULL
  user_id uuid
  synced_state text
  sessions_ended_at timestamp with time zone
  synced_sessions_ended_at timestamp with time zone
  initial_password text
  mail_purpose text
  mail_requested_at timestamp with time zone
  CONSTRAINT keycloak_user_check CHECK (((mail_purpose IS NULL) = (mail_requested_at IS NULL)))
  CONSTRAINT keycloak_user_mail_purpose_check CHECK ((mail_purpose = ANY (ARRAY['INVITATION'::text, 'RESET'::text])))
  CONSTRAINT keycloak_user_pkey PRIMARY KEY (tenant_id, login_id)
  CONSTRAINT keycloak_user_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT keycloak_user_tenant_id_user_id_key UNIQUE (tenant_id, user_id)
  CREATE INDEX keycloak_user_member ON public.keycloak_user USING btree (tenant_id, member_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.keycloak_user REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('keycloak-user', 'login_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.keycloak_user REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('keycloak-user', 'login_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.keycloak_user REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('keycloak-user', 'login_id')

TABLE public.login (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  member_id uuid NOT NULL
  username text NOT NULL
  state text NOT NULL
  password_hash text
  password_changed_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  invited_at timestamp with time zone
  invitation_reminder_on date
  CONSTRAINT login_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT login_state_check CHECK ((state = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'DISABLED'::text])))
  CONSTRAINT login_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT login_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT login_tenant_id_member_id_key UNIQUE (tenant_id, member_id)
  CONSTRAINT login_username_check CHECK ((username <> ''::text))
  CREATE INDEX login_invitation_reminder ON public.login USING btree (tenant_id, invitation_reminder_on) WHERE (invitation_reminder_on IS NOT NULL)
  CREATE UNIQUE INDEX login_username ON public.login USING btree (tenant_id, lower(username))
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.login REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('login', 'member_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.login REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('login', 'member_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.login REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('login', 'member_id')
  CREATE TRIGGER record_delete AFTER DELETE ON public.login FOR EACH ROW EXECUTE FUNCTION record_login_change()
  CREATE TRIGGER record_insert AFTER INSERT ON public.login FOR EACH ROW EXECUTE FUNCTION record_login_change()
  CREATE TRIGGER record_update AFTER UPDATE OF username, state ON public.login FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION record_login_change()

TABLE public.login_action_token (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  token_hash text NOT NULL
  login_id uuid NOT NULL
  purpose text NOT NULL
  expires_at timestamp with time zone NOT NULL
  consumed_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT login_action_token_pkey PRIMARY KEY (tenant_id, token_hash)
  CONSTRAINT login_action_token_purpose_check CHECK ((purpose = ANY (ARRAY['INVITATION'::text, 'RESET'::text])))
  CONSTRAINT login_action_token_tenant_id_login_id_fkey FOREIGN KEY (tenant_id, login_id) REFERENCES login(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX login_action_token_login ON public.login_action_token USING btree (tenant_id, login_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.login_passkey (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  login_id uuid NOT NULL
  credential_id text NOT NULL
  public_key text NOT NULL
  counter bigint NOT NULL
  transports text[] NOT NULL DEFAULT '{}'::text[]
  name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone
  CONSTRAINT login_passkey_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT login_passkey_tenant_id_credential_id_key UNIQUE (tenant_id, credential_id)
  CONSTRAINT login_passkey_tenant_id_login_id_fkey FOREIGN KEY (tenant_id, login_id) REFERENCES login(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX login_passkey_login ON public.login_passkey USING btree (tenant_id, login_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.login_recovery_code (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  login_id uuid NOT NULL
  code_hash text NOT NULL
  used_at timestamp with time zone
  CONSTRAINT login_recovery_code_pkey PRIMARY KEY (tenant_id, login_id, code_hash)
  CONSTRAINT login_recovery_code_tenant_id_login_id_fkey FOREIGN KEY (tenant_id, login_id) REFERENCES login(tenant_id, id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.login_totp (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  login_id uuid NOT NULL
  secret text NOT NULL
  last_step bigint NOT NULL DEFAULT 0
  confirmed_at timestamp with time zone
  CONSTRAINT login_totp_pkey PRIMARY KEY (tenant_id, login_id)
  CONSTRAINT login_totp_tenant_id_login_id_fkey FOREIGN KEY (tenant_id, login_id) REFERENCES login(tenant_id, id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.mapping_config (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id integer NOT NULL DEFAULT next_mapping_number()
  name text NOT NULL
  is_export boolean NOT NULL
  entries jsonb NOT NULL DEFAULT '[]'::jsonb
  version integer NOT NULL DEFAULT 1
  CONSTRAINT mapping_config_name UNIQUE (tenant_id, is_export, name)
  CONSTRAINT mapping_config_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT mapping_config_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.mapping_config REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('mapping-config', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.mapping_config REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('mapping-config', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.mapping_config REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('mapping-config', 'id')

TABLE public.mapping_number (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  last integer NOT NULL
  CONSTRAINT mapping_number_pkey PRIMARY KEY (tenant_id)
  CONSTRAINT mapping_number_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.member (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  member_number text NOT NULL
  salutation text
  title text
  first_name text NOT NULL
  last_name text NOT NULL
  email text
  phone text
  mobile text
  street text
  address_addition text
  postal_code text
  city text
  country text
  birthday date
  gender text NOT NULL DEFAULT 'UNSPECIFIED'::text
  joined_on date
  terminated_on date
  left_on date
  deceased_on date
  status text NOT NULL DEFAULT 'ACTIVE'::text
  account_holder text
  iban text
  bic text
  mandate_reference text
  notes text
  custom_fields jsonb NOT NULL DEFAULT '{}'::jsonb
  is_admin boolean NOT NULL DEFAULT false
  permissions text[] NOT NULL DEFAULT '{}'::text[]
  message_mail text NOT NULL DEFAULT 'IMMEDIATE'::text
  picture_64 text
  picture_256 text
  picture_512 text
  search_text text NOT NULL
  name_sound text NOT NULL
  birthday_in_year integer DEFAULT (((EXTRACT(month FROM birthday))::integer * 100) + (EXTRACT(day FROM birthday))::integer)
  joined_in_year integer DEFAULT (((EXTRACT(month FROM joined_on))::integer * 100) + (EXTRACT(day FROM joined_on))::integer)
  deleted_at timestamp with time zone
  anonymised_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  deleted_by_id uuid
  deleted_by_system text
  updated_by_id uuid
  updated_by_system text
  CONSTRAINT member_deleted_by_one CHECK (((deleted_by_id IS NULL) OR (deleted_by_system IS NULL)))
  CONSTRAINT member_gender_check CHECK ((gender = ANY (ARRAY['FEMALE'::text, 'MALE'::text, 'DIVERSE'::text, 'UNSPECIFIED'::text])))
  CONSTRAINT member_message_mail_check CHECK ((message_mail = ANY (ARRAY['IMMEDIATE'::text, 'DAILY'::text, 'NONE'::text])))
  CONSTRAINT member_number_unique UNIQUE (tenant_id, member_number)
  CONSTRAINT member_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT member_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PASSIVE'::text, 'HONORARY'::text])))
  CONSTRAINT member_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT member_updated_by_one CHECK (((updated_by_id IS NULL) OR (updated_by_system IS NULL)))
  CREATE INDEX member_by_birthday ON public.member USING btree (tenant_id, birthday, id) WHERE ((deleted_at IS NULL) AND (birthday IS NOT NULL))
  CREATE INDEX member_by_birthday_in_year ON public.member USING btree (tenant_id, birthday_in_year) WHERE (deleted_at IS NULL)
  CREATE INDEX member_by_city ON public.member USING btree (tenant_id, city, id) WHERE ((deleted_at IS NULL) AND (city IS NOT NULL))
  CREATE INDEX member_by_created ON public.member USING btree (tenant_id, created_at, id) WHERE (deleted_at IS NULL)
  CREATE INDEX member_by_deceased ON public.member USING btree (tenant_id, deceased_on, id) WHERE ((deleted_at IS NULL) AND (deceased_on IS NOT NULL))
  CREATE INDEX member_by_email ON public.member USING btree (tenant_id, lower(email), id) WHERE (email IS NOT NULL)
  CREATE INDEX member_by_first_name ON public.member USING btree (tenant_id, first_name, id) WHERE (deleted_at IS NULL)
  CREATE INDEX member_by_joined ON public.member USING btree (tenant_id, joined_on, id) WHERE ((deleted_at IS NULL) AND (joined_on IS NOT NULL))
  CREATE INDEX member_by_joined_in_year ON public.member USING btree (tenant_id, joined_in_year) WHERE (deleted_at IS NULL)
  CREATE INDEX member_by_left ON public.member USING btree (tenant_id, left_on, id) WHERE ((deleted_at IS NULL) AND (left_on IS NOT NULL))
  CREATE INDEX member_by_mobile ON public.member USING btree (tenant_id, mobile, id) WHERE ((deleted_at IS NULL) AND (mobile IS NOT NULL))
  CREATE INDEX member_by_name ON public.member USING btree (tenant_id, last_name, first_name, id) WHERE (deleted_at IS NULL)
  CREATE INDEX member_by_phone ON public.member USING btree (tenant_id, phone, id) WHERE ((deleted_at IS NULL) AND (phone IS NOT NULL))
  CREATE INDEX member_by_postal_code ON public.member USING btree (tenant_id, postal_code, id) WHERE ((deleted_at IS NULL) AND (postal_code IS NOT NULL))
  CREATE INDEX member_by_sound ON public.member USING btree (tenant_id, name_sound) WHERE (anonymised_at IS NULL)
  CREATE INDEX member_by_street ON public.member USING btree (tenant_id, street, id) WHERE ((deleted_at IS NULL) AND (street IS NOT NULL))
  CREATE INDEX member_by_terminated ON public.member USING btree (tenant_id, terminated_on, id) WHERE ((deleted_at IS NULL) AND (terminated_on IS NOT NULL))
  CREATE INDEX member_by_updated ON public.member USING btree (tenant_id, updated_at, id) WHERE (deleted_at IS NULL)
  CREATE INDEX member_search ON public.member USING gin (tenant_id, search_text gin_trgm_ops)
  CREATE INDEX member_trash ON public.member USING btree (tenant_id, deleted_at) WHERE (deleted_at IS NOT NULL)
  CREATE INDEX member_whereabouts_search ON public.member USING gin (tenant_id, member_whereabouts(phone, mobile, postal_code, street) gin_trgm_ops) WHERE (deleted_at IS NULL)
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.member REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('user', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('user', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('user', 'id')
  CREATE TRIGGER record_delete AFTER DELETE ON public.member REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_members()
  CREATE TRIGGER record_insert AFTER INSERT ON public.member REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION record_created_members()
  CREATE TRIGGER record_update AFTER UPDATE ON public.member REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_changed_members()
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.member REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('search_text', 'text')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.member REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_changed_words('search_text', 'text')

TABLE public.member_view (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  owner_id uuid NOT NULL
  name text NOT NULL
  shared boolean NOT NULL DEFAULT false
  parameters jsonb NOT NULL DEFAULT '{}'::jsonb
  columns text[] NOT NULL DEFAULT '{}'::text[]
  version integer NOT NULL DEFAULT 1
  CONSTRAINT member_view_name UNIQUE (tenant_id, owner_id, name)
  CONSTRAINT member_view_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT member_view_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.member_view REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('user-view', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.member_view REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('user-view', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.member_view REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('user-view', 'id')

TABLE public.membership (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  group_id uuid NOT NULL
  member_id uuid NOT NULL
  function text
  from_on date
  to_on date
  leader boolean NOT NULL DEFAULT false
  CONSTRAINT membership_period CHECK ((to_on >= from_on))
  CONSTRAINT membership_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT membership_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES club_group(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT membership_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX membership_by_group ON public.membership USING btree (tenant_id, group_id, member_id)
  CREATE INDEX membership_by_member ON public.membership USING btree (tenant_id, member_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.membership REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('membership', 'member_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.membership REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('membership', 'member_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.membership REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('membership', 'member_id')
  CREATE TRIGGER record_delete AFTER DELETE ON public.membership REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_memberships()
  CREATE TRIGGER record_insert AFTER INSERT ON public.membership REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION record_created_memberships()
  CREATE TRIGGER record_update AFTER UPDATE ON public.membership REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_changed_memberships()

TABLE public.message (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  sender_id uuid
  sender_first_name text NOT NULL
  sender_last_name text NOT NULL
  subject text NOT NULL
  content text NOT NULL
  plain_text text NOT NULL
  sent_at timestamp with time zone NOT NULL DEFAULT now()
  recipient_count integer NOT NULL
  reply_to uuid
  deleted_at timestamp with time zone
  words tsvector NOT NULL
  search_subject text DEFAULT folded_text(subject)
  held_until timestamp with time zone
  CONSTRAINT message_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT message_tenant_id_reply_to_fkey FOREIGN KEY (tenant_id, reply_to) REFERENCES message(tenant_id, id) ON DELETE SET NULL (reply_to)
  CONSTRAINT message_tenant_id_sender_id_fkey FOREIGN KEY (tenant_id, sender_id) REFERENCES member(tenant_id, id) ON DELETE SET NULL (sender_id)
  CREATE INDEX message_by_sender ON public.message USING btree (tenant_id, sender_id) WHERE (sender_id IS NOT NULL)
  CREATE INDEX message_reply ON public.message USING btree (tenant_id, reply_to) WHERE (reply_to IS NOT NULL)
  CREATE INDEX message_search ON public.message USING gin (tenant_id, words)
  CREATE INDEX message_sent ON public.message USING btree (tenant_id, sender_id, sent_at, id) WHERE (deleted_at IS NULL)
  CREATE INDEX message_subject_search ON public.message USING gin (tenant_id, search_subject gin_trgm_ops)
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.message REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('message', 'sender_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('message', 'sender_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('message', 'sender_id')
  CREATE TRIGGER remember_inserted AFTER INSERT ON public.message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('words', 'lexemes')
  CREATE TRIGGER remember_updated AFTER UPDATE ON public.message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words('words', 'lexemes')

TABLE public.message_attachment (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  message_id uuid NOT NULL
  position integer NOT NULL
  name text NOT NULL
  content_type text NOT NULL
  size bigint NOT NULL
  blob_key text NOT NULL
  CONSTRAINT message_attachment_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT message_attachment_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES message(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX message_attachment_by_message ON public.message_attachment USING btree (tenant_id, message_id, "position")
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_digest_day (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  day date NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT message_digest_day_pkey PRIMARY KEY (tenant_id, day)
  CONSTRAINT message_digest_day_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_draft (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  owner_id uuid NOT NULL
  subject text NOT NULL
  content text NOT NULL
  recipient_ids uuid[] NOT NULL
  recipient_group_ids uuid[] NOT NULL
  reply_to uuid
  created_at timestamp with time zone NOT NULL DEFAULT now()
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  version integer NOT NULL DEFAULT 1
  recipient_sets jsonb NOT NULL DEFAULT '[]'::jsonb
  CONSTRAINT message_draft_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT message_draft_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT message_draft_tenant_id_reply_to_fkey FOREIGN KEY (tenant_id, reply_to) REFERENCES message(tenant_id, id) ON DELETE SET NULL (reply_to)
  CREATE INDEX message_draft_by_owner ON public.message_draft USING btree (tenant_id, owner_id, updated_at)
  CREATE INDEX message_draft_reply ON public.message_draft USING btree (tenant_id, reply_to) WHERE (reply_to IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.message_draft REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('message-draft', 'owner_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.message_draft REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('message-draft', 'owner_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.message_draft REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('message-draft', 'owner_id')

TABLE public.message_draft_attachment (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  draft_id uuid NOT NULL
  position integer NOT NULL
  name text NOT NULL
  content_type text NOT NULL
  size bigint NOT NULL
  blob_key text NOT NULL
  CONSTRAINT message_draft_attachment_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT message_draft_attachment_tenant_id_draft_id_fkey FOREIGN KEY (tenant_id, draft_id) REFERENCES message_draft(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX message_draft_attachment_by_draft ON public.message_draft_attachment USING btree (tenant_id, draft_id, "position")
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_group (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  message_id uuid NOT NULL
  position integer NOT NULL
  group_id uuid
  name text NOT NULL
  recipient_set jsonb
  CONSTRAINT message_group_pkey PRIMARY KEY (tenant_id, message_id, "position")
  CONSTRAINT message_group_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES club_group(tenant_id, id) ON DELETE SET NULL (group_id)
  CONSTRAINT message_group_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES message(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX message_group_by_group ON public.message_group USING btree (tenant_id, group_id) WHERE (group_id IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_held_recipient (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  message_id uuid NOT NULL
  user_id uuid NOT NULL
  direct boolean NOT NULL
  CONSTRAINT message_held_recipient_pkey PRIMARY KEY (tenant_id, message_id, user_id)
  CONSTRAINT message_held_recipient_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES message(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT message_held_recipient_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX message_held_recipient_by_user ON public.message_held_recipient USING btree (tenant_id, user_id)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_mail (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL DEFAULT time_ordered_uuid()
  kind text NOT NULL
  message_id uuid
  address text NOT NULL
  state text NOT NULL DEFAULT 'QUEUED'::text
  bulk boolean NOT NULL DEFAULT false
  created_at timestamp with time zone NOT NULL DEFAULT now()
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now()
  attempts integer NOT NULL DEFAULT 0
  response text
  failure text
  ended_at timestamp with time zone
  CONSTRAINT message_mail_check CHECK (((kind = 'MESSAGE'::text) = (message_id IS NOT NULL)))
  CONSTRAINT message_mail_check1 CHECK (((state = 'FAILED'::text) = (failure IS NOT NULL)))
  CONSTRAINT message_mail_kind_check CHECK ((kind = ANY (ARRAY['MESSAGE'::text, 'DIGEST'::text])))
  CONSTRAINT message_mail_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT message_mail_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text, 'DROPPED'::text])))
  CONSTRAINT message_mail_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CONSTRAINT message_mail_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES message(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX message_mail_by_message ON public.message_mail USING btree (tenant_id, message_id) WHERE (message_id IS NOT NULL)
  CREATE INDEX message_mail_due ON public.message_mail USING btree (tenant_id, bulk, next_attempt_at, id) WHERE (state = 'QUEUED'::text)
  CREATE INDEX message_mail_unsent ON public.message_mail USING btree (tenant_id, message_id) WHERE (state <> 'SENT'::text)
  POLICY lookup TO vereinsheim_lookup USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_mail_person (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  message_id uuid NOT NULL
  user_id uuid NOT NULL
  mail_id uuid
  skipped boolean NOT NULL DEFAULT false
  CONSTRAINT message_mail_person_pkey PRIMARY KEY (tenant_id, message_id, user_id)
  CONSTRAINT message_mail_person_tenant_id_mail_id_fkey FOREIGN KEY (tenant_id, mail_id) REFERENCES message_mail(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT message_mail_person_tenant_id_message_id_user_id_fkey FOREIGN KEY (tenant_id, message_id, user_id) REFERENCES message_recipient(tenant_id, message_id, user_id) ON DELETE CASCADE
  CREATE INDEX message_mail_person_by_mail ON public.message_mail_person USING btree (tenant_id, mail_id) WHERE (mail_id IS NOT NULL)
  CREATE INDEX message_mail_person_unmailed ON public.message_mail_person USING btree (tenant_id, message_id) WHERE (mail_id IS NULL)
  CREATE INDEX message_mail_person_waiting ON public.message_mail_person USING btree (tenant_id, user_id) WHERE ((mail_id IS NULL) AND (NOT skipped))
  POLICY lookup TO vereinsheim_lookup USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.message_recipient (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  message_id uuid NOT NULL
  user_id uuid NOT NULL
  direct boolean NOT NULL
  sent_at timestamp with time zone NOT NULL DEFAULT now()
  read_at timestamp with time zone
  replied_at timestamp with time zone
  deleted_at timestamp with time zone
  CONSTRAINT message_recipient_pkey PRIMARY KEY (tenant_id, message_id, user_id)
  CONSTRAINT message_recipient_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES message(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT message_recipient_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX message_recipient_direct ON public.message_recipient USING btree (tenant_id, message_id) WHERE direct
  CREATE INDEX message_recipient_inbox ON public.message_recipient USING btree (tenant_id, user_id, sent_at, message_id) WHERE (deleted_at IS NULL)
  CREATE INDEX message_recipient_read ON public.message_recipient USING btree (tenant_id, message_id) WHERE (read_at IS NOT NULL)
  CREATE INDEX message_recipient_unread ON public.message_recipient USING btree (tenant_id, user_id, sent_at, message_id) WHERE ((read_at IS NULL) AND (deleted_at IS NULL))
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_insert AFTER INSERT ON public.message_recipient REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_to_each('message')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.message_recipient REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_to_each('message')

TABLE public.oidc_record (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  model text NOT NULL
  id_hash text NOT NULL
  payload jsonb NOT NULL
  grant_id text
  session_uid text
  login_id uuid
  user_agent text
  consumed_at timestamp with time zone
  expires_at timestamp with time zone NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT oidc_record_pkey PRIMARY KEY (tenant_id, model, id_hash)
  CONSTRAINT oidc_record_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CREATE INDEX oidc_record_expiry ON public.oidc_record USING btree (tenant_id, expires_at)
  CREATE INDEX oidc_record_grant ON public.oidc_record USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL)
  CREATE INDEX oidc_record_login ON public.oidc_record USING btree (tenant_id, login_id) WHERE (login_id IS NOT NULL)
  CREATE INDEX oidc_record_session ON public.oidc_record USING btree (tenant_id, session_uid) WHERE (session_uid IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_ended_sessions AFTER DELETE ON public.oidc_record REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION announce_ended_sessions()

TABLE public.search_word (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  word text NOT NULL
  id uuid NOT NULL DEFAULT gen_random_uuid()
  CONSTRAINT search_word_pkey PRIMARY KEY (tenant_id, word, id)
  CONSTRAINT search_word_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CREATE INDEX search_word_similar ON public.search_word USING gin (tenant_id, word gin_trgm_ops)
  POLICY search TO vereinsheim_search USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.series_invitee (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id uuid NOT NULL
  series_id uuid NOT NULL
  user_id uuid
  guest_name text
  guest_email text
  invited_until timestamp with time zone NOT NULL
  invited_at timestamp with time zone NOT NULL DEFAULT now()
  public_id text NOT NULL DEFAULT translate(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text)
  CONSTRAINT series_invitee_check CHECK (((user_id IS NULL) <> (guest_name IS NULL)))
  CONSTRAINT series_invitee_member UNIQUE (tenant_id, series_id, user_id)
  CONSTRAINT series_invitee_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT series_invitee_tenant_id_public_id_key UNIQUE (tenant_id, public_id)
  CONSTRAINT series_invitee_tenant_id_series_id_fkey FOREIGN KEY (tenant_id, series_id) REFERENCES event(tenant_id, id) ON DELETE CASCADE
  CONSTRAINT series_invitee_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES member(tenant_id, id) ON DELETE CASCADE
  CREATE INDEX series_invitee_by_user ON public.series_invitee USING btree (tenant_id, user_id) WHERE (user_id IS NOT NULL)
  CREATE UNIQUE INDEX series_invitee_guest ON public.series_invitee USING btree (tenant_id, series_id, lower(guest_email)) WHERE (guest_email IS NOT NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)

TABLE public.signing_key (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  id text NOT NULL
  private_key text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  retired_at timestamp with time zone
  CONSTRAINT signing_key_pkey PRIMARY KEY (tenant_id, id)
  CONSTRAINT signing_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id) ON DELETE CASCADE
  CREATE UNIQUE INDEX signing_key_current ON public.signing_key USING btree (tenant_id) WHERE (retired_at IS NULL)
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.signing_key REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('signing-key', 'id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.signing_key REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('signing-key', 'id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.signing_key REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('signing-key', 'id')

TABLE public.tenant (row-level security forced)
  tenant_id uuid NOT NULL DEFAULT (current_setting('app.tenant_id'::text))::uuid
  name text NOT NULL
  display_name text NOT NULL
  time_zone text NOT NULL DEFAULT 'Europe/Berlin'::text
  accent_color text NOT NULL DEFAULT '#2f6f5e'::text
  state text NOT NULL DEFAULT 'ACTIVE'::text
  logo_key text
  trash_days integer NOT NULL DEFAULT 30
  retention_months integer
  mail_sender_name text
  mail_reply_to text
  next_member_number bigint NOT NULL DEFAULT 1
  version integer NOT NULL DEFAULT 1
  created_at timestamp with time zone NOT NULL DEFAULT now()
  guests_per_event integer NOT NULL DEFAULT 200
  guests_per_day integer NOT NULL DEFAULT 200
  region text
  maintenance_text text
  CONSTRAINT tenant_guests_per_day_check CHECK (((guests_per_day >= 0) AND (guests_per_day <= 5000)))
  CONSTRAINT tenant_guests_per_event_check CHECK (((guests_per_event >= 0) AND (guests_per_event <= 5000)))
  CONSTRAINT tenant_maintenance_text_check CHECK (((length(maintenance_text) >= 1) AND (length(maintenance_text) <= 500)))
  CONSTRAINT tenant_pkey PRIMARY KEY (tenant_id)
  CONSTRAINT tenant_region_check CHECK ((region = ANY (ARRAY['BW'::text, 'BY'::text, 'BE'::text, 'BB'::text, 'HB'::text, 'HH'::text, 'HE'::text, 'MV'::text, 'NI'::text, 'NW'::text, 'RP'::text, 'SL'::text, 'SN'::text, 'ST'::text, 'SH'::text, 'TH'::text])))
  CONSTRAINT tenant_retention_months_check CHECK (((retention_months >= 1) AND (retention_months <= 1200)))
  CONSTRAINT tenant_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'MAINTENANCE'::text])))
  CONSTRAINT tenant_trash_days_check CHECK (((trash_days >= 1) AND (trash_days <= 3650)))
  CREATE UNIQUE INDEX tenant_name ON public.tenant USING btree (name)
  POLICY lookup TO vereinsheim_lookup USING true WITH CHECK -
  POLICY tenant_rows TO everybody USING (tenant_id = (current_setting('app.tenant_id'::text))::uuid) WITH CHECK (tenant_id = (current_setting('app.tenant_id'::text))::uuid)
  CREATE TRIGGER announce_delete AFTER DELETE ON public.tenant REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')
  CREATE TRIGGER announce_insert AFTER INSERT ON public.tenant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')
  CREATE TRIGGER announce_update AFTER UPDATE ON public.tenant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tenant', 'tenant_id')

VIEW public.change_moment
 SELECT tenant_id,
    at,
    transaction_id,
    record_type
   FROM change;

VIEW public.club
 SELECT tenant_id,
    name,
    display_name,
    time_zone,
    accent_color,
    logo_key,
    trash_days,
    retention_months,
    guests_per_event,
    guests_per_day,
    region
   FROM tenant;

VIEW public.group_member
 SELECT tenant_id,
    group_id,
    member_id,
    from_on,
    to_on,
    (from_on IS NULL OR from_on <= (( SELECT tenant_today() AS tenant_today))) AND (to_on IS NULL OR to_on >= (( SELECT tenant_today() AS tenant_today))) AS is_current,
    function,
    leader
   FROM membership ms;

VIEW public.group_name
 SELECT tenant_id,
    id,
    parent_id,
    name
   FROM club_group;

VIEW public.member_login
 SELECT tenant_id,
    id,
    member_id,
    username,
    state
   FROM login;

VIEW public.person
 SELECT tenant_id,
    id,
    member_number,
    salutation,
    title,
    first_name,
    last_name,
    birthday,
    email,
    phone,
    mobile,
    street,
    address_addition,
    postal_code,
    city,
    country,
    message_mail,
    name_sound,
    search_text,
    left_on,
    deceased_on,
    deleted_at,
    anonymised_at,
    version,
    picture_256 IS NOT NULL AS has_picture,
    belongs_to_club(m.*, ( SELECT tenant_today() AS tenant_today)) AS belongs
   FROM member m;

VIEW public.present_group
 SELECT tenant_id,
    id,
    history_of_group(g.*) AS present
   FROM club_group g;

VIEW public.present_member
 SELECT tenant_id,
    id,
    version,
    deleted_at,
    history_of_member(m.*) AS present
   FROM member m
  WHERE anonymised_at IS NULL;

VIEW public.present_membership
 SELECT tenant_id,
    id,
    history_of_membership(ms.*) AS present
   FROM membership ms;

FUNCTION all_tenants() SECURITY DEFINER OWNER vereinsheim_lookup

FUNCTION announce_change()

FUNCTION announce_ended_sessions()

FUNCTION announce_table_changes(regclass,text,text)

FUNCTION announce_to_each()

FUNCTION belongs_to_club(member,date)

FUNCTION changed_fields(jsonb,jsonb)

FUNCTION current_actor()

FUNCTION current_tenant()

FUNCTION find_entries(uuid[],text[],integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION find_events(uuid[],text[],integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION find_members(text[],integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION find_messages(uuid,text,text[],text[],integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION find_tenant(text) SECURITY DEFINER OWNER vereinsheim_lookup

FUNCTION find_texts(uuid[],tsquery,integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION fold_event()

FUNCTION folded_name(text)

FUNCTION folded_text(text)

FUNCTION forget_custom_field_values()

FUNCTION forget_unused_words()

FUNCTION full_name(text,text)

FUNCTION history_of_changed_member(member,member)

FUNCTION history_of_group(club_group)

FUNCTION history_of_member(member)

FUNCTION history_of_membership(membership)

FUNCTION history_of_new_member(member)

FUNCTION history_of_new_own_fields(jsonb)

FUNCTION history_of_own_fields(jsonb)

FUNCTION holds_terms(text,text[])

FUNCTION joined_changes(jsonb,jsonb)

FUNCTION keep_blob_quota()

FUNCTION lies_in_trash(uuid,uuid)

FUNCTION member_whereabouts(text,text,text,text)

FUNCTION next_mapping_number()

FUNCTION operations.add_job(text,json,text,timestamp with time zone,integer,text,integer) SECURITY DEFINER OWNER of the tables

FUNCTION operations.add_job_for_tenants(text,boolean) SECURITY DEFINER OWNER of the tables

FUNCTION operations.club_figures() SECURITY DEFINER OWNER of the tables

FUNCTION operations.queue_job(text,text,json,text,timestamp with time zone,integer,text,integer)

FUNCTION operations.work_figures() SECURITY DEFINER OWNER of the tables

FUNCTION orphaned_blob_keys(text[]) SECURITY DEFINER OWNER vereinsheim_lookup

FUNCTION protect_tenant_table(regclass)

FUNCTION raise_member_numbers(bigint)

FUNCTION record_changed_members()

FUNCTION record_changed_memberships()

FUNCTION record_created_members()

FUNCTION record_created_memberships()

FUNCTION record_deleted_members()

FUNCTION record_deleted_memberships()

FUNCTION record_group_change()

FUNCTION record_login_change()

FUNCTION remember_changed_words()

FUNCTION remember_words()

FUNCTION remember_words_of(regclass,text,text)

FUNCTION search_files(uuid,text[],text,integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION search_members(text[],integer,boolean) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION similar_words(text[],integer) SECURITY DEFINER OWNER vereinsheim_search

FUNCTION take_member_numbers(integer)

FUNCTION tenant_is_going()

FUNCTION tenant_state(uuid) SECURITY DEFINER OWNER vereinsheim_lookup

FUNCTION tenant_today()

FUNCTION tenants_awaiting_digests() SECURITY DEFINER OWNER vereinsheim_lookup

FUNCTION tenants_with_overdue_mails() SECURITY DEFINER OWNER vereinsheim_lookup

FUNCTION terms_condition(text,text[],text)

FUNCTION terms_query(text[],text[])

FUNCTION terms_rank(text,text[],text)

FUNCTION time_ordered_uuid()

FUNCTION wanted_variants(text)

FUNCTION word_stems(text[])

FUNCTION words_of(text,text)

FUNCTION write_change(text,uuid,text,text,uuid,uuid,jsonb,jsonb)
