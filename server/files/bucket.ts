/** Location and credentials of a bucket. `prefix` is empty or ends with a slash. */
export interface Bucket {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  prefix: string
}

/**
 * Parses `s3://key:secret@host/bucket/prefix?region=…` (`s3+http://` without TLS). Null when a part is missing. Percent-encode `/`, `+` and
 * `=` in keys.
 */
export const parseBucketUrl = (url: string): Bucket | null => {
  if (!URL.canParse(url)) return null
  const { protocol, host, username, password, pathname, searchParams } = new URL(url)
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '')
  if (!['s3:', 's3+http:'].includes(protocol) || [host, username, password, bucket].includes('')) return null
  try {
    return {
      endpoint: `${protocol === 's3:' ? 'https' : 'http'}://${host}/${bucket}`,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      region: searchParams.get('region') ?? 'us-east-1',
      prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
    }
  } catch {
    return null
  }
}
