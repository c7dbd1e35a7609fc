/** The path of the GraphQL API of clients, also for WebSocket. */
export const clientsPath = '/graphql'

/** The path of subscriptions of clients over server-sent events. */
export const streamPath = '/graphql/stream'

/** The path of the GraphQL API of workers. */
export const workersPath = '/workers/graphql'
