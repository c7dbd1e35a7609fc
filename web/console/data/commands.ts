import type { AnyObject } from '../../../client-sdk/index.ts'

/** Returns the option by which commands of qleetctl find an object outside of the default project; otherwise nothing. */
export function projectOption({ projectName }: Pick<AnyObject, 'projectName'>): string {
  return projectName === null || projectName === 'default' ? '' : ` --project ${projectName}`
}
