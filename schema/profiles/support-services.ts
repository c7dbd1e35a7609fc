/** The prefix of the types of profiles for support services, as in `SupportService/gateway`. */
export const supportServicePrefix = 'SupportService/'
