// The SQLite store and the services, and nothing else: what is loaded to be broken.
export { services } from '../services/index.js';
export { sqliteUnderTest as open } from '../stores/sqlite/under-test.js';
