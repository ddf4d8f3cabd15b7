// What Stryker loads from here: the in-process runner, the ignorer of SQL text, and their options.
import { declareFactoryPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { ignoreSql } from './ignore-sql.js';
import { createRunner } from './runner.js';
import { optionsSchema } from './runner-options.js';

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'touchstone', createRunner),
  declareValuePlugin(PluginKind.Ignore, 'sql', ignoreSql),
];

export const strykerValidationSchema = optionsSchema;
