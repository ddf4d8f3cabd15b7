// The model and the services, and nothing else: what is loaded to be broken.
export { modelUnderTest as open } from '../../models/model-store.js';
export { services } from '../services/index.js';
