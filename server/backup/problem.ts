/** Why a backup, a restore or a move cannot be done, in a line for the administrator. */
export class BackupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupProblem'
  }
}
