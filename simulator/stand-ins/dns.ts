import { at } from '../json.ts'
import { isDeleting, itself, splitKey } from '../controllers/controller.ts'
import type { StandIn } from './stand-in.ts'

const resource = 'dnsendpoints.externaldns.k8s.io'

/** A stand-in of external-dns, which reports that it has read records. */
export const dnsEndpoints: StandIn = {
  name: resource,
  service: 'dns',
  component: 'external-dns',
  resource,
  watches: { [resource]: itself },
  async reconcile(key, { context, writes }) {
    const endpoint = context.store.get({ resource, ...splitKey(key) })
    if (endpoint === undefined || isDeleting(endpoint)) return
    const { generation = 1 } = endpoint.metadata
    if (at(endpoint['status'], 'observedGeneration') === generation) return
    await writes.updateStatus(endpoint, (draft) => {
      draft['status'] = { observedGeneration: generation }
    })
  },
}
