interface Header {
  uid?: number
  gid?: number
  mode?: number
  type?: string | null
}

/** Makes the repository's files readable and writable for any user that the launch's image runs as. */
export const readableByAll = <Of extends Header>(header: Of): Of => {
  const mode = header.mode ?? 0o644
  const isRun = header.type === 'directory' || (mode & 0o100) !== 0
  return { ...header, uid: 0, gid: 0, mode: mode | (isRun ? 0o777 : 0o666) }
}
