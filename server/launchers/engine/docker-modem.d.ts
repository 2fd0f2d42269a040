declare module 'docker-modem/lib/http.js' {
  /** Modules by protocol, which `docker-modem` sends its requests with. */
  const protocols: Record<string, unknown>
  export default protocols
}
