-- What the history says of a member's values of the club's custom fields, by `cf.` and their keys.
CREATE OR REPLACE FUNCTION history_of_own_fields(custom_fields jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
  RETURN (
    SELECT coalesce(jsonb_object_agg('cf.' || key, value), '{}') FROM jsonb_each(custom_fields));

CREATE OR REPLACE FUNCTION history_of_new_own_fields(custom_fields jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
  RETURN changed_fields('{}', history_of_own_fields(custom_fields));
