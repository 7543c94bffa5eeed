/** The addresses by which a load balancer or a supervisor checks the health of the process. */
const healthChecks: readonly string[] = ['/healthz', '/readyz'];

export const isHealthCheck = (path: string): boolean => healthChecks.includes(path);

/** Addresses that programs read at short intervals: metrics count them apart from pages. */
export const isProbe = (path: string): boolean => isHealthCheck(path) || path === '/metrics';
