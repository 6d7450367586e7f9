import { isList, type LinkValue, typeOf, type Value } from './dataview-value.ts'
import { durationLength } from './time-parts.ts'

/** A total order over all values: nothing first, other kinds by their names, texts by code units. */
export function compareValues(left: Value, right: Value): number {
  const [leftType, rightType] = [typeOf(left), typeOf(right)]
  if (leftType === 'null' || rightType === 'null')
    return Number(leftType !== 'null') - Number(rightType !== 'null')
  if (leftType !== rightType) return order(leftType, rightType)
  if (isList(left) && isList(right)) return compareLists(left, right)
  return order(sortKey(left), sortKey(right))
}

/** Two values of one kind compare as these do. */
function sortKey(value: Value): string | number {
  if (value === null || isList(value)) return ''
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  switch (value.kind) {
    case 'date':
      return value.milliseconds
    case 'duration':
      return durationLength(value)
    case 'link':
      return linkIdentity(value)
    case 'object':
      return value.link ? linkIdentity(value.link) : value.names().join('\n')
    default:
      return value satisfies never
  }
}

function compareLists(left: readonly Value[], right: readonly Value[]): number {
  for (const [index, item] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const result = compareValues(item, other)
    if (result !== 0) return result
  }
  return left.length - right.length
}

/** Links are the same when they lead to the same place, however they are written. */
function linkIdentity({ path, target, heading }: LinkValue): string {
  return heading === undefined ? (path ?? target) : `${path ?? target}#${heading}`
}

function order<Key extends string | number>(left: Key, right: Key): number {
  return left < right ? -1 : left > right ? 1 : 0
}
