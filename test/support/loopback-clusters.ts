/** Settings of servers and workers of tests: their clusters run on this machine, and some of them speak plain HTTP. */
export const loopbackClusters = {
  QLEET_CLUSTER_ALLOW: '127.0.0.0/8,::1/128',
  QLEET_CLUSTER_HTTP: 'true',
}
