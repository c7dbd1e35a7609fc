export const target = 1
