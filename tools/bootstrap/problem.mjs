/** Something a person can do something about: shown without a stack. */
export class Problem extends Error {}
