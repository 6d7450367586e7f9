export type JobState = 'waiting' | 'running' | 'done' | 'failed'

export interface JobPlace {
  readonly workspaceId: string
  readonly id: string
}

export interface JobRecord extends JobPlace {
  readonly kind: string
  readonly state: JobState
  readonly payload: unknown
  /** When it is due; of a running one, when it is taken for lost and due again. */
  readonly runAfter: number
  readonly attempts: number
  readonly error: string | undefined
}

/** One of the attempts at a job: only the one that started last can end it. */
export interface JobAttempt extends JobPlace {
  readonly attempt: number
}
