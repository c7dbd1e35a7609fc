/** The properties by which lists of objects can be ordered. */
export const orderFields = ['id', 'name', 'kind', 'project', 'createdAt', 'updatedAt', 'phase'] as const

export type OrderField = (typeof orderFields)[number]

export interface OrderKey {
  field: OrderField
  direction: 'asc' | 'desc'
}

/** The position of an object in a list, as of the read of the list. */
export interface ListCursor {
  id: bigint
  /** The values of the keys of the order, without the ID and what follows it. */
  values: readonly string[]
}
