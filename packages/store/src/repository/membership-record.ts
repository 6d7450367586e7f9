export type MemberRole = 'owner' | 'editor' | 'viewer'

export interface MembershipRecord {
  readonly workspaceId: string
  readonly userId: string
  readonly role: MemberRole
  readonly at: number
}
