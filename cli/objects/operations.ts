/** The operations that users and controllers request. The others report progress and are far more frequent. */
export const writes = ['CREATE', 'UPDATE', 'DELETE_REQUEST', 'DELETE'] as const

/** All operations of the change log. */
export const operations = [...writes, 'STATUS', 'TRIGGER'] as const
