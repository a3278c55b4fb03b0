/** Runs before every file of unit tests. */
import { configureProperties } from "./properties.ts";

configureProperties();
