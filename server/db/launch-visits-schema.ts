export interface LaunchVisitTable {
  person_id: number
  launch_id: number
  /** Sequence number of the launch's last event at that time. */
  sequence: number
  left_at: Date
  /** `sequence` of the previous visit; null for the first visit. */
  since_sequence: number | null
  since_at: Date | null
}

export interface LaunchVisitTables {
  launch_visit: LaunchVisitTable
}
