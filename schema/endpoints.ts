/** The path of the GraphQL API of clients, also for WebSocket. */
export const clientsPath = '/graphql'

/** The path of subscriptions of clients over server-sent events. */
export const streamPath = '/graphql/stream'

/** The path of the GraphQL API of workers. */
export const workersPath = '/workers/graphql'

/** The path of sessions of browsers: POST logs in, GET shows the session, DELETE logs out. */
export const sessionPath = '/session'

/** The path below which the console has its pages. */
export const consolePath = '/console'

/** The path of the index of the API, for readers in a browser. */
export const apiPath = '/api'

/** The path of terminals in containers, over WebSocket, for pages of the console. */
export const terminalPath = '/terminal'
