import type { SchemaStep } from './migration.ts'

/** What came back from each call: when and how in the clear, what the model wrote sealed. */
export const sixteenthSchema: SchemaStep = {
  version: 16,
  name: 'heard calls',
  statements: ({ text, bytes }) => [
    // Absent for calls from before, and while one runs.
    `alter table calls add column heard ${text}`,
    `alter table calls add column heard_sealed ${bytes}`,
  ],
}
