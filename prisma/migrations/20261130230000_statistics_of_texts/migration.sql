-- The statistics of these columns help no plan, and take half of the time of ANALYZE.
ALTER TABLE "Object" ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE "Change" ALTER COLUMN before SET STATISTICS 0, ALTER COLUMN after SET STATISTICS 0;
