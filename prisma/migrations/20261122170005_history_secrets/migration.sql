-- For the rotation of the encryption key.
CREATE INDEX CONCURRENTLY "Change_secrets_idx" ON "Change"("seq") WHERE secrets IS NOT NULL;
