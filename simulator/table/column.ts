import type { Json } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'

export interface Column {
  name: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  format: string
  description: string
  /** The priority: 0 is always printed, higher ones only with `-o wide`. */
  priority: number
  cell: (object: KubeObject, now: Date) => Json | undefined
}

export function column(
  name: string,
  cell: Column['cell'],
  more: Partial<Omit<Column, 'name' | 'cell'>> = {},
): Column {
  return { name, type: 'string', format: '', description: '', priority: 0, ...more, cell }
}

/** Returns a column that is printed only with `-o wide`. */
export function wide(name: string, cell: Column['cell']): Column {
  return column(name, cell, { priority: 1 })
}

export const nameColumn = column('Name', ({ metadata }) => metadata.name, { format: 'name' })
export const ageColumn = column('Age', ({ metadata }, now) => age(metadata.creationTimestamp, now))

/** Formats the age of a time: `5s`, `3m20s`, `7h`, `12d`. */
export function age(time: Json | undefined, now: Date): string {
  if (typeof time !== 'string') return '<unknown>'
  return duration((now.getTime() - Date.parse(time)) / 1000)
}

/** Formats a duration: with two units if small, with one if the smaller no longer matters. */
export function duration(given: number): string {
  const seconds = Math.floor(given)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return joined(minutes, 'm', [seconds % 60, 's'])
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return joined(hours, 'h', [minutes % 60, 'm'])
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (days < 8) return joined(days, 'd', [hours % 24, 'h'])
  if (days < 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? joined(years, 'y', [days % 365, 'd']) : `${years}y`
}

function joined(large: number, unit: string, [small, smallUnit]: [number, string]): string {
  return small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`
}
