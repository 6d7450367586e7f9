import type { RowSource } from './row-source.ts'
import type { Row } from './table-digest.ts'
import type { TableShape } from './table-shapes.ts'

/** An empty database that takes rows: all of them, or none. */
export interface RowTarget {
  /** Tables come behind those that they refer to. */
  readonly insert: (table: TableShape, rows: readonly Row[]) => Promise<void>
  /** What was inserted, as the database gives it back; before `finish`. */
  readonly readBack: RowSource
  readonly finish: () => Promise<void>
  /** Leaves nothing behind; harmless after `finish`. */
  readonly abandon: () => Promise<void>
}
