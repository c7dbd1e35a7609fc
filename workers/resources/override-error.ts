/** An override that cannot be applied to the resources of the definition. The message names the override and the remedy. */
export class OverrideError extends Error {}
