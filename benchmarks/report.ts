/** A value in a table: numbers are printed as they are, so round them before. */
export type Cell = string | number

export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Something that was promised, beside what was measured. */
export interface Goal {
  readonly name: string
  readonly target: string
  readonly measured: string
  readonly met: boolean
}

export interface Section {
  readonly title: string
  /** How the figures came about; printed above the tables. */
  readonly notes: readonly string[]
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
}

export interface Report {
  /** What to type to get these figures again. */
  readonly command: string
  readonly environment: string
  readonly sections: readonly Section[]
}

/** What was given with a flag, as in `--data=folder`. */
export function flagValue(flags: readonly string[], name: string): string | undefined {
  return flags.find((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** One thing that `npm run bench` can measure. */
export interface Bench {
  readonly name: string
  readonly summary: string
  /** What may stand after its name. */
  readonly flags?: readonly string[]
  readonly run: (flags: readonly string[]) => Report | Promise<Report>
}
