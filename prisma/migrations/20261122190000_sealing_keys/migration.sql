-- Returns the ids of the keys with which values are sealed, separated by commas: each sealed value ends with that of its key.
CREATE FUNCTION "sealingKeys"(sealed JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT split_part(value, ':', 5), ',' ORDER BY split_part(value, ':', 5)), '')
  FROM jsonb_each_text(CASE jsonb_typeof(sealed) WHEN 'object' THEN sealed ELSE '{}' END)
$$;
