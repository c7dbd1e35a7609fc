/** An error that users can resolve, so it is printed without a stack trace. */
export class Problem extends Error {}
