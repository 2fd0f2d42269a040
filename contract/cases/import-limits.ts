/** Limits of imports, in a separate file so that the process that reads files does not load the schemas. */
export const IMPORT_LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  /** Maximum size of an XLSX file after decompression. */
  unpackedBytes: 200 * 1024 * 1024,
  /** Maximum compression ratio. Real workbooks stay below 30; a decompression bomb reaches 1,000. */
  unpackedRatio: 100,
  /** Size after decompression below which the ratio is not checked. */
  ratioFreeBytes: 10 * 1024 * 1024,
  rows: 100_000,
  columns: 200,
  /** Cells of a sheet, including empty ones. */
  cells: 5_000_000,
  /** Time and memory limits for reading a file once. */
  readMs: 30_000,
  readMemoryMb: 512,
  /** Maximum files that wait for their turn. */
  readsWaiting: 20,
  /** Maximum problems in one answer; the rest are only counted. */
  problemsListed: 200,
  /** Maximum distinct values of a column that can be mapped one by one. */
  values: 50,
  valueLength: 200,
  samples: 3,
  sampleLength: 300,
} as const
