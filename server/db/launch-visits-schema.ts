export interface LaunchVisitTable {
  person_id: number
  launch_id: number
  /** Number of the launch's last event at that time. */
  sequence: number
  left_at: Date
  /** Where the visit before ended; null in a first visit. */
  since_sequence: number | null
  since_at: Date | null
}

export interface LaunchVisitTables {
  launch_visit: LaunchVisitTable
}
