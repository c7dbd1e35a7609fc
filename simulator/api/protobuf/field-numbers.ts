/** The names of fields by their numbers in the binary form; fields that Go embeds are a message of their own. */
export interface FieldNumbers {
  readonly [number: number]: string | FieldNumbers
}
