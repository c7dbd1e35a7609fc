import type { Credentials } from './credentials.ts'

/* The arguments of the programs of a cluster. */

const host = '127.0.0.1'

export interface EtcdArguments {
  dataFolder: string
  credentials: Credentials
  port: number
  /** Writes survive a loss of power. */
  isDurable: boolean
}

/** Only clients with a certificate of the cluster may use it, because other users of the machine can connect, too. */
export function etcdArguments({ dataFolder, credentials, port, isDurable }: EtcdArguments): string[] {
  const { ca, certificate, key } = credentials
  const client = `https://${host}:${port}`
  // It has no peers, so nobody has to know the port on which it listens for them.
  const peer = `https://${host}:2380`
  return [
    `--data-dir=${dataFolder}`,
    ...(isDurable ? [] : ['--unsafe-no-fsync']),
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    '--client-cert-auth',
    `--trusted-ca-file=${ca}`,
    `--cert-file=${certificate('etcd')}`,
    `--key-file=${key('etcd')}`,
    `--listen-peer-urls=https://${host}:0`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    '--peer-client-cert-auth',
    `--peer-trusted-ca-file=${ca}`,
    `--peer-cert-file=${certificate('etcd')}`,
    `--peer-key-file=${key('etcd')}`,
    '--log-level=warn',
  ]
}

/** Returns the arguments of an API server, without its port. */
export function apiServerArguments(
  { ca, tokenKey, certificate, key }: Credentials,
  etcdUrl: string,
): string[] {
  return [
    // The first argument identifies the program by its folder.
    `--client-ca-file=${ca}`,
    `--etcd-servers=${etcdUrl}`,
    `--etcd-cafile=${ca}`,
    `--etcd-certfile=${certificate('apiserver')}`,
    `--etcd-keyfile=${key('apiserver')}`,
    `--bind-address=${host}`,
    `--advertise-address=${host}`,
    '--endpoint-reconciler-type=none',
    `--tls-cert-file=${certificate('apiserver')}`,
    `--tls-private-key-file=${key('apiserver')}`,
    `--kubelet-certificate-authority=${ca}`,
    `--kubelet-client-certificate=${certificate('apiserver')}`,
    `--kubelet-client-key=${key('apiserver')}`,
    // Their names are not resolved by any DNS.
    '--kubelet-preferred-address-types=InternalIP',
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${tokenKey}`,
    `--service-account-signing-key-file=${tokenKey}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--profiling=false',
  ]
}

export interface ControllerArguments {
  kubeconfig: string
  folder: string
  credentials: Credentials
}

export function managerArguments({ kubeconfig, folder, credentials }: ControllerArguments): string[] {
  return [
    ...schedulerArguments(kubeconfig),
    '--use-service-account-credentials=true',
    `--service-account-private-key-file=${credentials.tokenKey}`,
    `--root-ca-file=${credentials.ca}`,
    '--controllers=*',
    '--horizontal-pod-autoscaler-sync-period=1s',
    `--flex-volume-plugin-dir=${folder}/flexvolume`,
    '--controller-shutdown-timeout=1s',
  ]
}

/** It serves nothing, so it needs no port. */
export function schedulerArguments(kubeconfig: string): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    '--secure-port=0',
    '--leader-elect=false',
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ]
}
