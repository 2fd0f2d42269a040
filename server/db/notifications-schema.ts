import type { Generated, GeneratedAlways } from 'kysely'
import type { LaunchStatus } from '../../contract/launches/launches.ts'
import type { DirectTarget, NotificationDelivery, Sender } from '../../contract/notifications/deliveries.ts'
import type { Condition, Target } from '../../contract/notifications/rules.ts'
import type { CreatedAt, JsonWithDefault, MaybeTime } from './schema.ts'

export interface NotificationRuleTable {
  id: GeneratedAlways<number>
  project_id: number
  key: Generated<string>
  name: string
  is_on: boolean
  condition: Condition
  suite: string
  environment: string
  label_key: string
  label_value: string
  target: Target
  channel: string
  recipients: JsonWithDefault<number[]>
  address: Buffer | null
  address_host: string | null
  signing_secret: Buffer | null
  created_at: CreatedAt
}

export interface LaunchEndingTable {
  id: GeneratedAlways<number>
  project_id: number
  launch_id: number
  status: LaunchStatus
  handled: Generated<boolean>
  at: CreatedAt
}

export interface NotificationDeliveryTable {
  id: GeneratedAlways<number>
  project_id: number
  /** Null for a direct delivery, which the next four columns describe. */
  rule_id: number | null
  sender: Sender | null
  sender_name: Generated<string>
  target: DirectTarget | null
  destination: Generated<string>
  ending_id: number | null
  launch_id: number | null
  about: NotificationDelivery['about']
  message_id: Generated<string>
  body: string
  state: NotificationDelivery['state']
  attempts: Generated<number>
  next_at: MaybeTime
  lease_until: MaybeTime
  status: number | null
  duration_ms: number | null
  reason: Generated<string>
  response: Generated<string>
  at: CreatedAt
}

/** Failure of one attempt of a test that a message reports. */
export interface NotifiedFailureTable {
  launch_id: number
  test_id: number
  attempt: number
  at: CreatedAt
}

/** Tables of notifications about launches. */
export interface NotificationTables {
  notification_rule: NotificationRuleTable
  launch_ending: LaunchEndingTable
  notification_delivery: NotificationDeliveryTable
  notified_failure: NotifiedFailureTable
  badge_token: { project_id: number; token: string; created_at: CreatedAt }
  quality_gate: {
    project_id: number
    min_pass_rate: number | null
    max_failures: number | null
    max_new_failures: number | null
    max_skipped: number | null
    min_tests: number | null
  }
}
