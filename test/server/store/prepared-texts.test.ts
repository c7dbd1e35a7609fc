import { beforeEach, describe, expect, it } from 'vitest'
import { PreparedTexts } from '../../../server/store/prepared-texts.ts'

const period = 1000

let time: number
let texts: PreparedTexts
beforeEach(() => {
  time = 0
  texts = new PreparedTexts({ period, now: () => time })
})

/** Sends `count` texts that differ from all others. @returns The names that they got. */
function sendOthers(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => texts.nameOf(`SELECT ${prefix}${index}`, 'list')).filter(
    (name) => name !== '',
  )
}

describe('PreparedTexts', () => {
  it('gives each text a name of its own, and the same one each time', () => {
    const names = ['SELECT 1', 'SELECT 2', 'SELECT 1'].map((text) => texts.nameOf(text, 'list'))
    expect(names).toEqual([
      expect.stringMatching(/^list-\d+$/),
      expect.stringMatching(/^list-\d+$/),
      names[0],
    ])
    expect(new Set(names).size).toBe(2)
  })

  it('never gives two pools the same name for different texts', () => {
    const others = new PreparedTexts({ period, now: () => time })
    expect(others.nameOf('SELECT 2', 'list')).not.toBe(texts.nameOf('SELECT 1', 'list'))
  })

  it('prepares at most 200 texts in a period', () => {
    expect(sendOthers(1000, 'a')).toHaveLength(200)
    time = period - 1
    expect(texts.nameOf('SELECT 1', 'list')).toBe('')
  })

  it('prepares a text in the next period if others had used up the names of this one', () => {
    sendOthers(1000, 'a')
    time = period
    expect(texts.nameOf('SELECT 1', 'list')).not.toBe('')
  })

  it('keeps the names of the texts that were used most', () => {
    sendOthers(150, 'a')
    const often = () => texts.nameOf('SELECT often', 'list')
    const name = often()
    often()
    sendOthers(1000, 'b')
    time = period
    expect(sendOthers(1000, 'c')).toHaveLength(100)
    expect(often()).toBe(name)
    time = 2 * period
    expect(often()).toBe(name)
  })

  it('forgets a text that was not sent for a whole period', () => {
    const name = texts.nameOf('SELECT 1', 'list')
    time = period
    texts.nameOf('SELECT 2', 'list')
    time = 2 * period
    expect(texts.nameOf('SELECT 1', 'list')).not.toBe(name)
  })
})
