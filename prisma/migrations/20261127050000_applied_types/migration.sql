-- Finds the kinds of resources in a cluster, and the resources of a kind in the order of their ids.
CREATE INDEX CONCURRENTLY "AppliedResource_runtimeId_group_version_kind_id_idx" ON "AppliedResource"("runtimeId", "group", "version", "kind", "id");
