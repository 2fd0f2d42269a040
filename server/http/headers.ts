/**
 * Security headers of responses that are not documents, in case a browser renders them as one. The policy of documents is longer than most
 * responses, and computing it takes a tenth of the time of a short call.
 */
const noDocument = (sources: string) => ({
  'content-security-policy': `default-src ${sources};frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
})

export const OF_CALLS = noDocument("'none'")
/** A web worker has the policy of its script, and may load other files of the application. */
export const OF_BUILT_FILES = noDocument("'self'")

/** Skips the headers of documents for a route that sets its own. */
export const WITHOUT_HELMET = { helmet: { skipRoute: true } } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Route option of @fastify/helmet. */
    helmet?: { skipRoute: true }
  }
}
