import { expect, it } from 'vitest'
import { apiOf } from '../support/api.ts'
import { onEachTarget } from '../support/target.ts'

// Ports below 30086 are assigned only when they are requested, so requests for them do not collide with ports of other services.
let nextPort = 30_010
const newPort = () => (nextPort += 1)

interface Port {
  name?: string
  port: number
  protocol?: string
  nodePort?: number
}

const service = (name: string, spec: { ports: Port[]; [field: string]: unknown }) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'NodePort', ...spec },
})
const checked = (healthCheckNodePort: number) => ({
  type: 'LoadBalancer',
  externalTrafficPolicy: 'Local',
  healthCheckNodePort,
})

onEachTarget('node ports', (target) => {
  const setup = async () => {
    const api = apiOf(target().client)
    const path = `/api/v1/namespaces/${await target().namespace()}/services`
    const portsOf = async (name: string) => {
      const { spec } = (await api.get(`${path}/${name}`)) as unknown as { spec: { ports: Port[] } }
      return spec.ports.map(({ nodePort }) => nodePort)
    }
    return { api, path, portsOf }
  }

  it('are the same for both protocols of a port', async () => {
    const { api, path, portsOf } = await setup()
    const wanted = newPort()
    const dns = (nodePort?: number): Port[] => [
      { name: 'udp', port: 53, protocol: 'UDP' },
      { name: 'tcp', port: 53, protocol: 'TCP', ...(nodePort === undefined ? {} : { nodePort }) },
    ]
    await api.post(path, service('any', { ports: dns() }))
    const [udp, tcp] = await portsOf('any')
    expect(udp).toBeGreaterThanOrEqual(30_000)
    expect(tcp).toBe(udp)
    await api.post(path, service('chosen', { ports: dns(wanted) }))
    expect(await portsOf('chosen')).toEqual([wanted, wanted])
  })

  it('are refused when another service, or another port of this one, has them', async () => {
    const { api, path } = await setup()
    const wanted = newPort()
    await api.post(path, service('one', { ports: [{ port: 80, nodePort: wanted }] }))
    const refusal = (index: number, port: number, message: string) => ({
      status: 422,
      causes: [
        {
          field: `spec.ports[${index}].nodePort`,
          message: `Invalid value: ${port}: provided port is ${message}`,
        },
      ],
    })
    await expect(
      api.post(path, service('two', { ports: [{ port: 80, nodePort: wanted }] })),
    ).rejects.toMatchObject(refusal(0, wanted, 'already allocated'))
    const twice = newPort()
    const ports = [
      { name: 'a', port: 80, nodePort: twice },
      { name: 'b', port: 81, nodePort: twice },
    ]
    await expect(api.post(path, service('two', { ports }))).rejects.toMatchObject(
      refusal(1, twice, 'already allocated'),
    )
    await expect(
      api.post(path, service('two', { ports: [{ port: 80, nodePort: 80 }] })),
    ).rejects.toMatchObject(refusal(0, 80, 'not in the valid range. The range of valid ports is 30000-32767'))
  })

  const onlyBalancers = "Forbidden: may only be used when `type` is 'LoadBalancer'"
  it.for<[string, string, object]>([
    ['spec.ports[0].nodePort', "Forbidden: may not be used when `type` is 'ClusterIP'", {}],
    [
      'spec.externalTrafficPolicy',
      'Invalid value: "Local": may only be set for externally-accessible services',
      { externalTrafficPolicy: 'Local' },
    ],
    [
      'spec.healthCheckNodePort',
      "Invalid value: 30001: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      { healthCheckNodePort: 30_001 },
    ],
    ['spec.allocateLoadBalancerNodePorts', onlyBalancers, { allocateLoadBalancerNodePorts: true }],
    [
      'spec.externalTrafficPolicy',
      'Unsupported value: "Near": supported values: "Cluster", "Local"',
      { type: 'NodePort', externalTrafficPolicy: 'Near' },
    ],
    [
      'spec.clusterIPs[0]',
      'Invalid value: "None": may not be set to \'None\' for NodePort services',
      { type: 'NodePort', clusterIP: 'None' },
    ],
  ])('are refused with what services of the type do not have: %s, %s', async ([field, message, spec]) => {
    const { api, path } = await setup()
    const ports = [{ port: 80, nodePort: newPort() }]
    await expect(
      api.post(path, service('inside', { type: 'ClusterIP', ports, ...spec })),
    ).rejects.toMatchObject({
      status: 422,
      causes: expect.arrayContaining([expect.objectContaining({ field, message })]),
    })
  })

  it('go when a service becomes internal, with the other fields of its type', async () => {
    const { api, path } = await setup()
    const port = newPort()
    const spec = { ...checked(newPort()), loadBalancerClass: 'example.com/class' }
    await api.post(path, service('balancer', { ...spec, ports: [{ port: 80, nodePort: port }] }))
    await expect(
      api.patch(`${path}/balancer`, { spec: { type: 'ClusterIP', healthCheckNodePort: 30_001 } }),
    ).rejects.toMatchObject({ status: 422, causes: [{ field: 'spec.healthCheckNodePort' }] })
    const changed = await api.patch(`${path}/balancer`, { spec: { type: 'ClusterIP' } })
    expect(Object.keys(changed['spec'] as object).toSorted()).toEqual([
      'clusterIP',
      'clusterIPs',
      'internalTrafficPolicy',
      'ipFamilies',
      'ipFamilyPolicy',
      'ports',
      'sessionAffinity',
      'type',
    ])
    expect(changed).toMatchObject({ spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }] } })
    // Another service can have it now.
    await api.post(path, service('other', { ports: [{ port: 80, nodePort: port }] }))
  })

  it('of a load balancer that needs none are those that are requested', async () => {
    const { api, path, portsOf } = await setup()
    const wanted = newPort()
    const spec = { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }
    const ports = [
      { name: 'a', port: 80, nodePort: wanted },
      { name: 'b', port: 81 },
    ]
    await api.post(path, service('balancer', { ...spec, ports }))
    expect(await portsOf('balancer')).toEqual([wanted, undefined])
    await expect(api.post(path, service('other', { ...spec, ports }))).rejects.toMatchObject({ status: 422 })
  })

  it('stay with the name of a port, and can be exchanged', async () => {
    const { api, path, portsOf } = await setup()
    const [first, second] = [newPort(), newPort()]
    const ports = [
      { name: 'a', port: 80, nodePort: first },
      { name: 'b', port: 81, nodePort: second },
    ]
    await api.post(path, service('kept', { ports }))
    await api.put(
      `${path}/kept`,
      service('kept', {
        ports: [
          { name: 'b', port: 80 },
          { name: 'a', port: 81 },
        ],
      }),
    )
    expect(await portsOf('kept')).toEqual([second, first])
    await api.put(
      `${path}/kept`,
      service('kept', {
        ports: [
          { name: 'b', port: 80, nodePort: first },
          { name: 'a', port: 81, nodePort: second },
        ],
      }),
    )
    expect(await portsOf('kept')).toEqual([first, second])
  })

  it('for health checks are refused when a port has them', async () => {
    const { api, path } = await setup()
    const [wanted, other] = [newPort(), newPort()]
    const ports = [{ port: 80, nodePort: wanted }]
    const message = `Internal error occurred: failed to allocate requested HealthCheck NodePort ${wanted}: provided port is already allocated`
    await expect(api.post(path, service('checked', { ...checked(wanted), ports }))).rejects.toMatchObject({
      status: 500,
      message,
    })
    await api.post(path, service('checked', { ...checked(other), ports }))
    // The ports of a service are its own; the change is what is refused.
    await expect(
      api.patch(`${path}/checked`, { spec: { healthCheckNodePort: wanted } }),
    ).rejects.toMatchObject({
      status: 422,
      causes: [{ field: 'spec.healthCheckNodePort', message: 'Forbidden: field is immutable' }],
    })
    await api.post(path, service('later', { type: 'LoadBalancer', ports: [{ port: 80 }] }))
    await expect(
      api.patch(`${path}/later`, { spec: { externalTrafficPolicy: 'Local', healthCheckNodePort: wanted } }),
    ).rejects.toMatchObject({ status: 500, message })
  })
})
