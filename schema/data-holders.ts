/*
 * Resources whose deletion deletes data, so that it has to be confirmed and is listed in plans.
 */

/** Kinds in clusters, as `Kind.group`, with what they hold. */
export const dataHolders: Readonly<Record<string, string>> = {
  'PersistentVolumeClaim.': 'holds data',
  'PersistentVolume.': 'holds data',
  'StatefulSet.apps': 'is stateful',
  'Cluster.postgresql.cnpg.io': 'is a database',
  'MariaDB.k8s.mariadb.com': 'is a database',
  'Prometheus.monitoring.coreos.com': 'holds metrics',
}

/** Types of external resources, with what they hold. */
export const externalDataHolders: Readonly<Record<string, string>> = {
  bucket: 'holds objects',
  database: 'is a database',
}
