import type { Config } from '../config.ts'
import type { Blobs } from './blobs.ts'
import { parseBucketUrl } from './bucket.ts'
import { openFolderBlobs } from './folder-blobs.ts'
import { openS3Blobs } from './s3-blobs.ts'

/** Opens the bucket of `FILES_URL`, or else the data folder. */
export const openBlobs = ({
  FILES_URL,
  FILES_PUBLIC_URL,
  DATA_DIR,
}: Pick<Config, 'FILES_URL' | 'DATA_DIR'> & Partial<Pick<Config, 'FILES_PUBLIC_URL'>>): Promise<Blobs> => {
  const bucket = FILES_URL === undefined ? null : parseBucketUrl(FILES_URL)
  return bucket === null ? openFolderBlobs(DATA_DIR) : openS3Blobs(bucket, DATA_DIR, FILES_PUBLIC_URL)
}
