import { isList, type LinkValue, type ObjectValue, typeOf, type Value } from './dataview-value.ts'
import { durationLength } from './date-format.ts'

/** Texts compare as they do in Dataview, by the alphabet; in English, so that the result is the same everywhere. */
const ALPHABET = new Intl.Collator('en')

/** A total order over all values: nothing first, other kinds by their names. */
export function compareValues(left: Value, right: Value): number {
  const [leftType, rightType] = [typeOf(left), typeOf(right)]
  if (leftType === 'null' || rightType === 'null')
    return Number(leftType !== 'null') - Number(rightType !== 'null')
  if (leftType !== rightType) return order(leftType, rightType)
  if (isList(left) && isList(right)) return compareLists(left, right)
  const [leftKey, rightKey] = [sortKey(left), sortKey(right)]
  if (isList(leftKey) && isList(rightKey)) return compareLists(leftKey, rightKey)
  if (typeof leftKey === 'string' && typeof rightKey === 'string') return ALPHABET.compare(leftKey, rightKey)
  return order(leftKey, rightKey)
}

/** Two values of one kind compare as these do. */
function sortKey(value: Value): string | number | readonly Value[] {
  if (value === null || isList(value)) return ''
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  switch (value.kind) {
    case 'date':
      return value.milliseconds
    case 'duration':
      return durationLength(value)
    case 'link':
      return linkKey(value)
    case 'object':
      return objectKey(value)
    case 'function':
      return ''
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
function linkKey({ path, target, heading }: LinkValue): readonly Value[] {
  return [path ?? target, heading === undefined ? null : heading]
}

function objectKey(object: ObjectValue): readonly Value[] {
  if (object.link) return [...linkKey(object.link), object.item?.line ?? null]
  const names = [...object.names()].sort()
  return [names, names.map((name) => object.get(name))]
}

function order<Key>(left: Key, right: Key): number {
  return left < right ? -1 : left > right ? 1 : 0
}
