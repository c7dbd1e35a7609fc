import { expect, it } from 'vitest'
import { projectOption } from '../../web/console/data/commands.ts'
import { delivery } from '../../web/console/texts/delivery.ts'

it.each([
  [null, ''],
  ['default', ''],
  ['shops', ' --project shops'],
])('names the project %s in commands where they need it', (projectName, option) => {
  expect(projectOption({ projectName })).toBe(option)
})

it('hands a plan over with a command that finds the application in its project', () => {
  const said = delivery.action.byAnother('shop', 'a1b2', projectOption({ projectName: 'shops' }))
  expect(said).toContain('qleetctl approve shop --plan a1b2 --project shops')
})
