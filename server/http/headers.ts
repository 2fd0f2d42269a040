/**
 * What an answer that is no document says to a browser: enough for one that takes it for a document all the same. The policy of
 * documents is longer than most answers, and to work it out is a tenth of the work of a short call.
 */
const noDocument = (sources: string) => ({
  'content-security-policy': `default-src ${sources};frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
})

export const OF_CALLS = noDocument("'none'")
/** A worker keeps to the policy of its script, and may load more of ours. */
export const OF_BUILT_FILES = noDocument("'self'")

/** The route does without the headers of documents; it sets its own. */
export const WITHOUT_HELMET = { helmet: { skipRoute: true } } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What @fastify/helmet reads of a route. */
    helmet?: { skipRoute: true }
  }
}
