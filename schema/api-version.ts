/** The `apiVersion` of objects in files. */
export const apiVersion = 'qleet.io/v1'
